import { hourMs } from '@signalbox/contracts'
/** Events in equal intervals, oldest first. Times are Unix milliseconds. */
export interface EventSeries {
  startMs: number
  intervalMs: number
  events: readonly number[]
}

/** What is known of an archived issue when it is looked at. Times are Unix milliseconds. */
export interface ArchivedHistory {
  archivedAt: number
  firstSeenAt: number
  now: number
  /** The last three hours, in intervals of minutes. */
  recent: EventSeries
}

/** An issue that is younger counts as so old: the rate of a few seconds says nothing. */
const youngestMs = 300_000

/** Fewer events than this in an hour are never more than usual. */
export const escalationEventsMin = 10
/** An issue escalates with more events than so many times its busiest hour. */
export const escalationFactor = 2

/** Events of the last hour, those from before the issue was archived left out: people knew of them. */
export function countLately({ archivedAt, now, recent }: ArchivedHistory): number {
  return sumBetween(recent, Math.max(now - hourMs, archivedAt), now)
}

/**
 * Events of the hour before the issue was archived, as far as that lies in the last three hours; of an issue that was
 * younger than an hour, as many as a whole hour would have had. It is what people saw when they archived it.
 */
export function countBeforeArchive({ archivedAt, firstSeenAt, recent }: ArchivedHistory): number {
  const from = Math.max(archivedAt - hourMs, recent.startMs)
  const ageMs = Math.min(Math.max(archivedAt - firstSeenAt, youngestMs), hourMs)
  return Math.round((sumBetween(recent, from, archivedAt) * hourMs) / ageMs)
}

/**
 * Whether an archived issue happens more often than it used to: more than twice as often in the last hour as in the
 * busiest hour of the week before, and more than a few times. The busiest hour, not the mean, because many errors come in
 * bursts by the day or by the week, and those are what people archived. Twice, because even a steady rate has hours that
 * stand out: a Poisson process would have to exceed its own largest of 168 hours twofold, which it does not in years.
 * @param usual Events of the busiest hour.
 */
export function isEscalation(lately: number, usual: number): boolean {
  return lately > Math.max(escalationEventsMin, escalationFactor * usual)
}

/** Intervals belong to the side that they begin on. */
function sumBetween({ startMs, intervalMs, events }: EventSeries, fromMs: number, untilMs: number): number {
  return events.reduce((sum, count, index) => {
    const at = startMs + index * intervalMs
    return at >= fromMs && at < untilMs ? sum + count : sum
  }, 0)
}
