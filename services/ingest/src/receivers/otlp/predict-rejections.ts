import { dayMs, limits } from '@signalbox/contracts'
import type { AcceptedTimes, PartialSuccess, Survey } from '@signalbox/otlp'
import type { SignalRules } from './signals.js'

const usPerMs = 1_000

/** When a request arrived, in Unix milliseconds, and the retention of its items. */
interface Receipt {
  receivedAt: number
  retentionDays: number
}

/** Range of timestamps that the consumer accepts. */
export function acceptedTimes({ receivedAt, retentionDays }: Receipt): AcceptedTimes {
  return {
    oldestUs: (receivedAt - retentionDays * dayMs) * usPerMs,
    newestUs: (receivedAt + limits.time.aheadMsMax) * usPerMs,
  }
}

/**
 * Predicts what the consumer will skip, for the response. The consumer counts the skipped items itself.
 * @param receivedAt Unix milliseconds.
 * @returns undefined if everything will be stored.
 */
export function predictRejections(
  { invalid, timesUs }: Survey,
  { invalid: description }: Pick<SignalRules, 'invalid'>,
  { receivedAt, retentionDays }: Receipt,
): PartialSuccess | undefined {
  const { oldestUs, newestUs } = acceptedTimes({ receivedAt, retentionDays })
  const tooOld = timesUs.filter((time) => time < oldestUs).length
  const ahead = timesUs.filter((time) => time > newestUs).length
  const rejected = invalid + tooOld + ahead
  if (rejected === 0) return undefined
  const reasons = [
    invalid > 0 ? `${invalid} ${description}` : '',
    tooOld > 0 ? `${tooOld} older than ${retentionDays} days` : '',
    ahead > 0 ? `${ahead} more than ${limits.time.aheadMsMax / 60_000} minutes in the future` : '',
  ]
  return { rejected, message: `rejected: ${reasons.filter((reason) => reason !== '').join(', ')}` }
}
