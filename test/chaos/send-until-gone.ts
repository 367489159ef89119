import type { Load, LoadLedger } from '../support/load/load.js'
import { isAcknowledged, sendRequest } from '../support/load/send-request.js'
import type { SignalboxProcess } from '../support/signalbox-process.js'

/**
 * Sends requests, `senders` at a time, until the process is gone or the signal stops it.
 * @throws Error when a request is refused.
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
    }
  }
  await Promise.all(Array.from({ length: options.senders }, sender))
}
