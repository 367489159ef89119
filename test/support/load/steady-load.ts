import { setTimeout as delay } from 'node:timers/promises'
import type { Load, LoadLedger } from './load.js'
import { isAcknowledged, sendRequest, type LoadTarget } from './send-request.js'

export interface SteadyLoadOptions {
  /** Used in turn. */
  targets: readonly LoadTarget[]
  load: Load
  /** Records requests once they get a response. */
  ledger: LoadLedger
  requestsPerSecond: number
}

/** Requests at a fixed rate, independent of response times. */
export interface SteadyLoad {
  /** Number of responses by status; 0 stands for a broken connection. */
  readonly statuses: ReadonlyMap<number, number>
  /** Resolves when all requests have a response. */
  stop(): Promise<void>
}

/** Maximum requests in flight; beyond it, sending pauses until one gets a response. */
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
        // The rejection is kept for the caller that awaits all requests.
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
