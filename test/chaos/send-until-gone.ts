import { setTimeout as delay } from 'node:timers/promises'
import type { Load, LoadLedger } from '../support/load/load.js'
import { isAcknowledged, sendRequest } from '../support/load/send-request.js'
import type { SignalboxProcess } from '../support/signalbox-process.js'

/** Delay between a response and a sender's next request: leaves the consumer its share of the machine. */
const pauseMs = 20

/**
 * Sends requests with `senders` in parallel until the process is gone or the signal stops it.
 * @throws Error if a request is refused.
 */
export async function sendUntilGone(
  signalbox: SignalboxProcess,
  load: Load,
  ledger: LoadLedger,
  options: { senders: number; signal: AbortSignal },
): Promise<void> {
  const sender = async () => {
    while (!options.signal.aborted) {
      const request = load.prepare()
      const status = await sendRequest(signalbox, request)
      if (status !== 0 && !isAcknowledged(status)) throw new Error(`answered ${status}`)
      ledger[status === 0 ? 'uncertain' : 'acknowledged'].push(request.items)
      if (status === 0) return
      await delay(pauseMs)
    }
  }
  await Promise.all(Array.from({ length: options.senders }, sender))
}
