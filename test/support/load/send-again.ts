import type { Load, LoadLedger, PreparedRequest } from './load.js'
import { isAcknowledged, sendRequest, type LoadTarget } from './send-request.js'

/** Errors that are sent before processes are killed and once more afterwards, as by SDKs whose answers were lost. */
export interface RepeatedErrors {
  readonly count: number
  /** Sends them; the targets take turns. @throws Error when one is not acknowledged. */
  sendAgain(targets: readonly LoadTarget[]): Promise<void>
}

const errorCount = 20

/**
 * Sends errors for the first time.
 * @param ledger gets them.
 * @throws Error when one is not acknowledged.
 */
export async function sendRepeatedErrors(
  targets: readonly LoadTarget[],
  { load, ledger }: { load: Load; ledger: LoadLedger },
): Promise<RepeatedErrors> {
  const requests = Array.from({ length: errorCount }, () => load.prepareError())
  await sendAll(targets, requests)
  ledger.acknowledged.push(...requests.map(({ items }) => items))
  return { count: errorCount, sendAgain: (others) => sendAll(others, requests) }
}

async function sendAll(targets: readonly LoadTarget[], requests: readonly PreparedRequest[]): Promise<void> {
  for (const [index, request] of requests.entries()) {
    const target = targets[index % targets.length]
    const status = target && (await sendRequest(target, request))
    if (status === undefined || !isAcknowledged(status)) throw new Error(`an error was answered with ${status}`)
  }
}
