import { hourMs } from '@signalbox/contracts'
/** Event counts in equal intervals, oldest first. Times are Unix milliseconds. */
export interface EventSeries {
  startMs: number
  intervalMs: number
  events: readonly number[]
}

/** Recent history of an archived issue at the time of the check. Times are Unix milliseconds. */
export interface ArchivedHistory {
  archivedAt: number
  firstSeenAt: number
  now: number
  /** The last three hours in one-minute intervals. */
  recent: EventSeries
}

/** Minimum age assumed for an issue: a rate over a few seconds means nothing. */
const youngestMs = 300_000

/** Fewer events per hour than this never count as an escalation. */
export const escalationEventsMin = 10
/** An issue escalates if it exceeds its busiest hour by this factor. */
export const escalationFactor = 2

/** Counts the events of the last hour that came after the issue was archived: earlier ones were known. */
export function countLately({ archivedAt, now, recent }: ArchivedHistory): number {
  return sumBetween(recent, Math.max(now - hourMs, archivedAt), now)
}

/**
 * Counts the events in the hour before the issue was archived, within the last three hours. For issues younger than an
 * hour, the count is extrapolated to a full hour. This is the rate people saw when they archived it.
 */
export function countBeforeArchive({ archivedAt, firstSeenAt, recent }: ArchivedHistory): number {
  const from = Math.max(archivedAt - hourMs, recent.startMs)
  const ageMs = Math.min(Math.max(archivedAt - firstSeenAt, youngestMs), hourMs)
  return Math.round((sumBetween(recent, from, archivedAt) * hourMs) / ageMs)
}

/**
 * Whether an archived issue occurs more often than it used to: more than twice as often in the last hour as in the
 * busiest hour of the week before, and more than a few times. The busiest hour rather than the mean, because many
 * errors occur in daily or weekly bursts, and those are what people archived. Twice, because even a steady rate has
 * hours that stand out: a Poisson process would have to exceed the largest of its 168 hours twofold, which does not
 * happen in years.
 * @param usual Events in the busiest hour.
 */
export function isEscalation(lately: number, usual: number): boolean {
  return lately > Math.max(escalationEventsMin, escalationFactor * usual)
}

/** An interval counts if it begins within the range. */
function sumBetween({ startMs, intervalMs, events }: EventSeries, fromMs: number, untilMs: number): number {
  return events.reduce((sum, count, index) => {
    const at = startMs + index * intervalMs
    return at >= fromMs && at < untilMs ? sum + count : sum
  }, 0)
}
