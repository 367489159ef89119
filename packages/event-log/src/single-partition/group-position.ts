import { EventLogError } from '../event-log.js'

/** A consumer group's position in one topic. */
export interface GroupPosition {
  /** First uncommitted offset. */
  offset: number
  /** Exclusive end of the planned, uncommitted range; undefined if there is none. */
  planEnd: number | undefined
}

/** Offsets from `start` (inclusive) to `end` (exclusive). */
export interface OffsetRange {
  start: number
  end: number
}

/**
 * Returns the position after planning a range. Planning the open plan again changes nothing.
 * @throws EventLogError `out-of-order` if the range does not start at the offset or a different plan is open.
 */
export function planRange(position: GroupPosition, range: OffsetRange): GroupPosition {
  assertNext(position, range)
  if (position.planEnd !== undefined && position.planEnd !== range.end) {
    throw outOfOrder(position, range)
  }
  return { offset: position.offset, planEnd: range.end }
}

/**
 * Returns the position after committing a range.
 * @throws EventLogError `out-of-order` unless exactly this range is the open plan: a commit without a plan would hide
 * that a crash could have stored its rows twice.
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
