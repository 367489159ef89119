import { dayMs, hourMs, limits, parseTimestamp, ServiceError, sinceMsOf, type Since } from '@signalbox/contracts'

/** Time range of a query, in Unix milliseconds. Rows belong to it if `startMs <= time < untilMs`. */
export interface TimeWindow {
  /** Inclusive. */
  startMs: number
  /** The end from the caller's point of view: as requested, else the present. */
  endMs: number
  /**
   * Exclusive bound for rows. Later than `endMs` if no end was requested: senders' clocks may be ahead of ours, and
   * their data must be visible immediately.
   */
  untilMs: number
}

interface AbsoluteTime {
  start?: string | undefined
  end?: string | undefined
}

function invalid(name: string, detail: string): ServiceError {
  return new ServiceError('invalid-parameters', { detail, faults: [{ in: 'query', name, detail }] })
}

function momentOf(name: string, text: string): number {
  const moment = parseTimestamp(text)
  if (moment === undefined) throw invalid(name, 'must be an ISO 8601 timestamp')
  return moment
}

/**
 * Resolves the window that `since`, `start` and `end` name. `start` takes precedence over `since`; `end` alone moves
 * the range that `since` describes.
 * @throws ServiceError `invalid-parameters` if the range is empty or longer than allowed.
 */
export function resolveTimeWindow(query: AbsoluteTime & { since: Since }, nowMs: number): TimeWindow {
  return windowOf(query, sinceMsOf(query.since), nowMs)
}

/** The window of `hours` before `end`, or before now. */
export function resolveHoursBack(query: { hours_back: number; end?: string | undefined }, nowMs: number): TimeWindow {
  return windowOf({ end: query.end }, query.hours_back * hourMs, nowMs)
}

/**
 * The instant that splits a window in two, in Unix milliseconds. One of the parts may be empty.
 * @throws ServiceError `invalid-parameters` if it is outside the window.
 */
export function resolveSplit(split: string, { startMs, endMs }: TimeWindow): number {
  const moment = momentOf('split', split)
  if (moment < startMs || moment > endMs) throw invalid('split', 'must be between start and end')
  return moment
}

function windowOf(query: AbsoluteTime, lengthMs: number, nowMs: number): TimeWindow {
  const endMs = query.end === undefined ? nowMs : momentOf('end', query.end)
  const untilMs = query.end === undefined ? nowMs + limits.time.aheadMsMax : endMs
  const startMs = query.start === undefined ? endMs - lengthMs : momentOf('start', query.start)
  if (startMs >= untilMs) throw invalid('start', 'must be before end')
  if (endMs - startMs > limits.query.rangeDaysMax * dayMs) {
    throw invalid('start', `must be at most ${limits.query.rangeDaysMax} days before end`)
  }
  return { startMs, endMs: Math.max(endMs, startMs), untilMs }
}
