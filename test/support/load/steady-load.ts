import { setTimeout as delay } from 'node:timers/promises'
import type { Load, LoadLedger } from './load.js'
import { isAcknowledged, sendRequest, type LoadTarget } from './send-request.js'

export interface SteadyLoadOptions {
  /** Take turns. */
  targets: readonly LoadTarget[]
  load: Load
  /** Gets what is sent, once it is answered. */
  ledger: LoadLedger
  requestsPerSecond: number
}

/** Requests at a fixed rate, however fast they are answered. */
export interface SteadyLoad {
  /** How often each status was answered; 0 stands for a connection that broke. */
  readonly statuses: ReadonlyMap<number, number>
  /** Resolves when everything that was sent is answered. */
  stop(): Promise<void>
}

/** Requests that may wait for an answer; beyond, nothing further is sent until one comes. */
const waitingMax = 200

export function startSteadyLoad({ targets, load, ledger, requestsPerSecond }: SteadyLoadOptions): SteadyLoad {
  const statuses = new Map<number, number>()
  const waiting = new Set<Promise<void>>()
  const stopping = new AbortController()
  let sent = 0

  const send = async () => {
    const target = targets[sent % targets.length]
    if (target === undefined) throw new Error('there is nobody to send to')
    sent += 1
    const request = load.prepare()
    const status = await sendRequest(target, request)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    ledger[isAcknowledged(status) ? 'acknowledged' : 'uncertain'].push(request.items)
  }
  const run = async () => {
    const beganAt = performance.now()
    while (!stopping.signal.aborted) {
      const sending = send()
      waiting.add(sending)
      sending.then(
        () => waiting.delete(sending),
        // It stays, so that whoever waits for all learns of it.
        () => undefined,
      )
      if (waiting.size >= waitingMax) await Promise.race(waiting)
      await delay(Math.max(0, beganAt + (sent / requestsPerSecond) * 1_000 - performance.now()))
    }
    await Promise.all(waiting)
  }
  const running = run()
  return {
    statuses,
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}
