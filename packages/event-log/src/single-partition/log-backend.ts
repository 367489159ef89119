import type { Topic } from '@signalbox/contracts'
import type { LogRecord } from '../event-log.js'
import type { GroupPosition, OffsetRange } from './group-position.js'
import type { ReadRequest } from './waiting-reads.js'

/** All records of a topic from the offset that was asked for up to `end` (exclusive). */
export interface ReadResult {
  end: number
  records: readonly LogRecord[]
}

export interface PendingRead {
  /** Undefined once it is cancelled or the log closes. */
  result: Promise<ReadResult | undefined>
  /** Settles the result with undefined; nothing happens when it is settled already. */
  cancel: () => void
}

/** What a consumer needs of a log whose topics have one partition each. */
export interface LogBackend {
  /** Registers the group in the topic if it is new, at the oldest record held, and tells where it stands. */
  join(group: string, topic: Topic): Promise<GroupPosition>
  read(topic: Topic, request: Omit<ReadRequest, 'now'>): PendingRead
  plan(group: string, topic: Topic, range: OffsetRange): Promise<void>
  commit(group: string, topic: Topic, range: OffsetRange): Promise<void>
}
