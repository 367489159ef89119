import type { Topic } from '@signalbox/contracts'
import type { LogRecord } from '../event-log.js'
import type { GroupPosition, OffsetRange } from './group-position.js'
import type { ReadRequest } from './waiting-reads.js'

/** All records of a topic from the requested offset up to `end` (exclusive). */
export interface ReadResult {
  end: number
  records: readonly LogRecord[]
}

export interface PendingRead {
  /** Resolves with undefined if the read is cancelled or the log closes. */
  result: Promise<ReadResult | undefined>
  /** Resolves the result with undefined; no effect if it is already settled. */
  cancel: () => void
}

/** The log operations that a consumer needs, for logs whose topics have a single partition. */
export interface LogBackend {
  /** Registers the group in the topic if it is new, at the oldest stored record, and returns its position. */
  join(group: string, topic: Topic): Promise<GroupPosition>
  read(topic: Topic, request: Omit<ReadRequest, 'now'>): PendingRead
  plan(group: string, topic: Topic, range: OffsetRange): Promise<void>
  commit(group: string, topic: Topic, range: OffsetRange): Promise<void>
}
