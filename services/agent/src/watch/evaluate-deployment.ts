import { compareServices, type Comparison } from './compare-service.js'
import { findSurges, judgeRivals, requestsByMinute, type JudgedRival } from './doubts.js'
import { findFlood, isEarly, isMassive, type Flood } from './floods.js'
import { policy } from './policy.js'
import type { NewErrorReading, WatchedDeployment, WatchReadings } from './readings.js'

/** Result of a check of a deployment. */
export interface Evaluation {
  verdict: 'healthy' | 'suspect' | 'bad' | 'inconclusive'
  /** Reasons why the verdict isn't clearer; empty if it is clear. */
  doubts: readonly string[]
  comparisons: readonly Comparison[]
  newErrors: readonly NewErrorReading[]
  /** Null if there are few new errors. */
  flood: Flood | null
  rivals: readonly JudgedRival[]
  surges: readonly string[]
  /** Start of the first minute in which something rose; null if nothing did. */
  onsetAt: number | null
}

/** Total number of checks in the watch, and whether this is the last. */
export interface WatchCheck {
  count: number
  isLast: boolean
}

/**
 * Judges a deployment by the state of its service and that service's callers before and after.
 * 1. Compares each measure of each service, corrected for the number of comparisons and checks.
 * 2. Weighs each rise against other explanations: the time of day, an earlier trend, a surge, other changes.
 * 3. A rise without another explanation, or a flood of new kinds of error, is bad at any check; in the first minutes
 * only if it is massive. Everything else is judged at the last check: a rise with another explanation, a weak one, or a
 * new error is suspect; healthy requires enough requests for harm to have been visible.
 */
export function evaluateDeployment(
  readings: WatchReadings,
  deployment: WatchedDeployment,
  check: WatchCheck,
): Evaluation {
  const alpha = policy.badProbability / check.count
  const weakAlpha = check.isLast ? policy.suspectProbability : 0
  const comparisons = compareServices(readings.services, { alpha, weakAlpha })
  const raised = comparisons.filter(({ finding }) => finding === 'raised')
  const surges = findSurges(readings)
  const newErrors = readings.newErrors
    .filter(({ count }) => count >= policy.eventsMin)
    .sort((a, b) => b.count - a.count || (a.fingerprint < b.fingerprint ? -1 : 1))
  const found = findFlood({ services: readings.services, newErrors })
  const flood = found && !surges.includes(found.service) ? found : null
  const onsetAt = earliest([...raised.map((comparison) => comparison.onsetAt), flood?.startedAt ?? null])
  const rivals = judgeRivals(readings, deployment, { onsetAt, flood })
  const parts = { comparisons, newErrors, flood, rivals, surges, onsetAt }
  const isTooEarly = !check.isLast && isEarly(readings)
  const blamed = raised.filter(
    (comparison) => !surges.includes(comparison.service) && (!isTooEarly || isMassive(comparison, readings)),
  )
  if ((blamed.length > 0 || flood !== null) && rivals.every(({ whyNot }) => whyNot !== null))
    return { verdict: 'bad', doubts: [], ...parts }
  const doubts = listDoubts(parts)
  if (doubts.length > 0) return { verdict: 'suspect', doubts, ...parts }
  const blindness = explainBlindness(readings, comparisons)
  return blindness === null
    ? { verdict: 'healthy', doubts, ...parts }
    : { verdict: 'inconclusive', doubts: [blindness], ...parts }
}

const doubtTexts = {
  weak: 'Something rose, but it may be chance.',
  earlier: 'The rise began before the deployment.',
  passed: 'What rose with the deployment has recovered.',
} as const

function listDoubts({
  comparisons,
  newErrors,
  flood,
  rivals,
  surges,
}: Omit<Evaluation, 'verdict' | 'doubts'>): string[] {
  const findings = new Set(comparisons.map(({ finding }) => finding))
  const raised = comparisons.filter(({ finding }) => finding === 'raised')
  const open = rivals.filter(({ whyNot }) => whyNot === null)
  return [
    ...((raised.length > 0 || flood !== null) && open.length > 0
      ? ['Another change near the deployment may have caused the rise.']
      : []),
    ...(raised.some(({ service }) => surges.includes(service)) ? ['Traffic surged at the same time.'] : []),
    ...(['weak', 'earlier', 'passed'] as const).flatMap((kind) => (findings.has(kind) ? [doubtTexts[kind]] : [])),
    ...(newErrors.length > 0 ? ['New errors appeared.'] : []),
  ]
}

/** Why harm could not have been detected; null if it could. */
function explainBlindness({ services }: WatchReadings, comparisons: readonly Comparison[]): string | null {
  const deployed = services.filter(({ role }) => role === 'deployed')
  if (deployed.every(({ after }) => requestsByMinute(after) === 0 && after.every((minute) => minute.errorEvents === 0)))
    return 'The service has sent no telemetry since the deployment.'
  if (deployed.every(({ before }) => requestsByMinute(before) === 0))
    return 'There is no data from before the deployment to compare with.'
  const canSee = comparisons.some(
    ({ measure, role, before, leastSeen }) =>
      measure === 'failed_requests' &&
      role === 'deployed' &&
      leastSeen !== null &&
      leastSeen <= Math.max(policy.seenRateMax, policy.seenRatioMax * (before ?? 0)),
  )
  return canSee ? null : 'There were too few requests to detect a problem.'
}

function earliest(times: readonly (number | null)[]): number | null {
  const known = times.filter((time) => time !== null)
  return known.length === 0 ? null : Math.min(...known)
}
