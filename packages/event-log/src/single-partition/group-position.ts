import { EventLogError } from '../event-log.js'

/** Where a consumer group stands in one topic. */
export interface GroupPosition {
  /** The first offset that is not committed. */
  offset: number
  /** Exclusive end of the range that is planned and not committed; undefined when none is. */
  planEnd: number | undefined
}

/** Offsets from `start` (inclusive) to `end` (exclusive). */
export interface OffsetRange {
  start: number
  end: number
}

/**
 * The position after the plan of a range. Planning the open plan again changes nothing.
 * @throws EventLogError `out-of-order` when the range does not begin at the offset or another plan is open.
 */
export function planRange(position: GroupPosition, range: OffsetRange): GroupPosition {
  assertNext(position, range)
  if (position.planEnd !== undefined && position.planEnd !== range.end) {
    throw outOfOrder(position, range)
  }
  return { offset: position.offset, planEnd: range.end }
}

/**
 * The position after the commit of a range.
 * @throws EventLogError `out-of-order` when exactly this range is not the open plan: a commit without a plan would
 *   hide that a crash could have stored its rows twice.
 */
export function commitRange(position: GroupPosition, range: OffsetRange): GroupPosition {
  assertNext(position, range)
  if (position.planEnd !== range.end) {
    throw outOfOrder(position, range)
  }
  return { offset: range.end, planEnd: undefined }
}

function assertNext(position: GroupPosition, range: OffsetRange): void {
  if (range.start !== position.offset || range.end <= range.start) {
    throw outOfOrder(position, range)
  }
}

function outOfOrder(position: GroupPosition, range: OffsetRange): EventLogError {
  const plan = position.planEnd === undefined ? 'no plan is open' : `the open plan ends at ${position.planEnd}`
  return new EventLogError(
    'out-of-order',
    `range ${range.start} to ${range.end} is not next: the offset is ${position.offset} and ${plan}`,
  )
}
