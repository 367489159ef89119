import type { Topic } from '@signalbox/contracts'
import type { EventLogErrorReason, PartitionBounds, RangeRequest, TopicLag } from '../event-log.js'
import type { StoredInput } from '../single-partition/admission.js'
import type { GroupPosition } from '../single-partition/group-position.js'
import type { ReadRequest } from '../single-partition/waiting-reads.js'
import type { EncodedRecords } from './segments/segment-format.js'

/*
 * Messages between the main thread and the log worker. Both sides batch: one message carries everything of a tick,
 * because a message costs more than its content. The values of a message are views of a few ArrayBuffers, which are
 * transferred with it. Appends and their answers are packed into flat arrays, because cloning objects costs more than
 * writing the record.
 */

export interface OpenRequest {
  kind: 'open'
  directory: string
  diskBytesMax: number
  deadLetterBytesMax: number
  fileBytesMax: number
}

export interface AppendRequest {
  kind: 'append'
  topic: Topic
  records: StoredInput[]
  bytes: number
  /** Append time, in milliseconds of the log's clock. */
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

/** Requests that change a topic and are therefore answered once they are durable. */
export type WriteRequest = AppendRequest | JoinRequest | MoveRequest

/** An append as it reaches the worker. */
export interface EncodedAppend extends EncodedRecords {
  kind: 'append'
  topic: Topic
  /** Bytes of values and headers. */
  bytes: number
}

export type TopicWrite = EncodedAppend | JoinRequest | MoveRequest

export interface TopicReadRequest extends ReadRequest {
  kind: 'read'
  topic: Topic
}

/** Ends the read without a result, unless its answer is already in flight. */
export interface CancelRequest {
  kind: 'cancel'
  topic: Topic
  readId: number
}

export interface LagRequest {
  kind: 'lag'
  group: string
}

/** Queries the offsets that a topic holds. */
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

export type TopicQueryRequest = BoundsRequest | OffsetAtRequest | ReadRangeRequest

export interface CloseRequest {
  kind: 'close'
}

export type LogRequest =
  OpenRequest | WriteRequest | TopicReadRequest | CancelRequest | LagRequest | TopicQueryRequest | CloseRequest

/** Requests as they reach the worker. */
export type WorkerRequest = Exclude<LogRequest, AppendRequest> | EncodedAppend

/** A request with the id that its answer repeats. */
export type Numbered<Request> = Request & { id: number }

export interface PackedRecord {
  offset: number
  /** JSON. */
  headers: string
  value: Uint8Array
  rows: number
  appendedAt: number
}

/** At most one of the optional fields is set; none if the request has no result. */
export interface LogResponse {
  id: number
  error?: { reason: EventLogErrorReason; message: string }
  position?: GroupPosition
  batch?: { end: number; records: PackedRecord[] }
  /** Steady if only a write can change it: nothing is left to delete. */
  lag?: { topics: TopicLag[]; isSteady: boolean }
  bounds?: PartitionBounds
  offset?: number
  range?: { records: PackedRecord[]; next: number | undefined }
}

/** Appends without an object each, with their records as they will be stored. */
export interface PackedAppends {
  /**
   * For each append its id, the index of its topic, its time and its number of records. For each of its records the rows,
   * the bytes of its headers, the bytes of its value, and 1 if the value is the next of `large`.
   */
  numbers: number[]
  /** Encoded records, one after another, without large values. */
  content: ArrayBuffer
  /** Values that are not in `content`, because their buffers are transferred. */
  large: Uint8Array[]
}

/** Main thread to worker. */
export interface RequestMessage {
  appends: PackedAppends
  requests: Numbered<Exclude<LogRequest, AppendRequest>>[]
}

/** Worker to main thread. */
export interface ResponseMessage {
  /** Ids of requests that succeeded without a result. */
  done: number[]
  answers: LogResponse[]
}
