import { dayMs, limits, parseTimestamp, ServiceError, sinceMsOf, type Since } from '@signalbox/contracts'

/** Unix milliseconds: `startMs` inclusive, `untilMs` exclusive. */
export interface TimeRange {
  startMs: number
  untilMs: number
}

/**
 * Parses the time range of a list. Without `end`, it extends into the future by the maximum clock skew of senders.
 * @throws ServiceError `invalid-parameters` if the range is empty or too long.
 */
export function readTimeRange(query: { since: Since; start?: string; end?: string }, now: number): TimeRange {
  const end = query.end === undefined ? undefined : parseTimestamp(query.end)
  const start = query.start === undefined ? undefined : parseTimestamp(query.start)
  const endMs = end ?? now
  const untilMs = end ?? now + limits.time.aheadMsMax + 1
  const startMs = start ?? endMs - sinceMsOf(query.since)
  if (startMs >= untilMs) throw invalidStart('must be before end')
  if (endMs - startMs > limits.query.rangeDaysMax * dayMs) {
    throw invalidStart(`must be at most ${limits.query.rangeDaysMax} days before end`)
  }
  return { startMs, untilMs }
}

function invalidStart(detail: string): ServiceError {
  return new ServiceError('invalid-parameters', { faults: [{ in: 'query', name: 'start', detail }] })
}
