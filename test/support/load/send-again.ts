import type { Load, LoadLedger, PreparedRequest } from './load.js'
import { isAcknowledged, sendRequest, type LoadTarget } from './send-request.js'

/** Errors sent before processes are killed and again afterwards, like SDKs whose responses were lost. */
export interface RepeatedErrors {
  readonly count: number
  /**
   * Sends them to the targets in turn.
   * @throws Error if one is not acknowledged.
   */
  sendAgain(targets: readonly LoadTarget[]): Promise<void>
}

const errorCount = 20

/**
 * Sends errors for the first time.
 * @param ledger records them.
 * @throws Error if one is not acknowledged.
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
