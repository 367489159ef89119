import type { Topic } from '@signalbox/contracts'
import type { EventLogErrorReason, PartitionBounds, RangeRequest, TopicLag } from '../event-log.js'
import type { StoredInput } from '../single-partition/admission.js'
import type { GroupPosition } from '../single-partition/group-position.js'
import type { ReadRequest } from '../single-partition/waiting-reads.js'

/*
 * What the main thread and the log worker say to each other. Both sides collect: one message carries everything of a
 * tick, because a message costs more than what it carries. The values of a message are views of few ArrayBuffers,
 * which are transferred with it.
 */

export interface OpenRequest {
  kind: 'open'
  directory: string
  diskBytesMax: number
  deadLetterBytesMax: number
  filePagesMax: number | undefined
}

export interface AppendRequest {
  kind: 'append'
  topic: Topic
  records: StoredInput[]
  bytes: number
  /** Time of the append, in milliseconds of the log's clock. */
  appendedAt: number
}

export interface JoinRequest {
  kind: 'join'
  topic: Topic
  group: string
}

export interface MoveRequest {
  kind: 'plan' | 'commit'
  topic: Topic
  group: string
  start: number
  end: number
}

/** Everything that changes a topic file and so is answered after a commit. */
export type WriteRequest = AppendRequest | JoinRequest | MoveRequest

export interface TopicReadRequest extends ReadRequest {
  kind: 'read'
  topic: Topic
}

/** The cancelled read is answered without a result unless its answer is under way already. */
export interface CancelRequest {
  kind: 'cancel'
  topic: Topic
  readId: number
}

export interface LagRequest {
  kind: 'lag'
  group: string
}

/** Looks at what a topic holds. */
export interface BoundsRequest {
  kind: 'bounds'
  topic: Topic
}

export interface OffsetAtRequest {
  kind: 'offset-at'
  topic: Topic
  time: number
}

export interface ReadRangeRequest extends RangeRequest {
  kind: 'range'
}

export type LookRequest = BoundsRequest | OffsetAtRequest | ReadRangeRequest

export interface CloseRequest {
  kind: 'close'
}

export type LogRequest =
  OpenRequest | WriteRequest | TopicReadRequest | CancelRequest | LagRequest | LookRequest | CloseRequest

/** A request with the number that its answer carries. */
export type Numbered<Request> = Request & { id: number }

export interface PackedRecord {
  offset: number
  /** JSON. */
  headers: string
  value: Uint8Array
  rows: number
}

export interface PackedStoredRecord extends PackedRecord {
  appendedAt: number
}

/** At most one of the optional fields is present; none for a request that only succeeds. */
export interface LogAnswer {
  id: number
  error?: { reason: EventLogErrorReason; message: string }
  position?: GroupPosition
  batch?: { end: number; records: PackedRecord[] }
  lag?: TopicLag[]
  bounds?: PartitionBounds
  offset?: number
  range?: { records: PackedStoredRecord[]; next: number | undefined }
}

/** Main thread to worker. */
export interface RequestMessage {
  requests: Numbered<LogRequest>[]
}

/** Worker to main thread. */
export interface AnswerMessage {
  answers: LogAnswer[]
}
