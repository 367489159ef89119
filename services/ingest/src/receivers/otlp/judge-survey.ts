import { dayMs, limits } from '@signalbox/contracts'
import type { PartialSuccess, Survey } from '@signalbox/otlp'
import type { SignalRules } from './signals.js'

const usPerMs = 1_000

/**
 * What the consumer will leave out of a request, for the answer. The consumer counts it when it does.
 * @param receivedAt Unix milliseconds.
 * @returns undefined when everything will be kept.
 */
export function judgeSurvey(
  { invalid, timesUs }: Survey,
  { invalid: description }: Pick<SignalRules, 'invalid'>,
  { receivedAt, retentionDays }: { receivedAt: number; retentionDays: number },
): PartialSuccess | undefined {
  const oldestUs = (receivedAt - retentionDays * dayMs) * usPerMs
  const newestUs = (receivedAt + limits.time.aheadMsMax) * usPerMs
  const tooOld = timesUs.filter((time) => time < oldestUs).length
  const ahead = timesUs.filter((time) => time > newestUs).length
  const rejected = invalid + tooOld + ahead
  if (rejected === 0) return undefined
  const reasons = [
    invalid > 0 ? `${invalid} ${description}` : '',
    tooOld > 0 ? `${tooOld} older than ${retentionDays} days` : '',
    ahead > 0 ? `${ahead} more than ${limits.time.aheadMsMax / 60_000} minutes ahead` : '',
  ]
  return { rejected, message: `left out: ${reasons.filter((reason) => reason !== '').join(', ')}` }
}
