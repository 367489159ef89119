import kafkajs, { type Batch, type KafkaMessage } from 'kafkajs'
import type { LogRecord, LogRecordInput } from '../event-log.js'
import type { PlacedMessage } from './one-partition.js'

/** Header with the estimated number of rows. The record's own headers are stored as `h-<name>`. */
const rowsHeader = 'rows'
const headerPrefix = 'h-'

/** Records of one fetch. */
export interface FetchedRecords {
  /** The requested offset. There are no records between it and the first one. */
  from: number
  records: readonly LogRecord[]
}

/** Encodes a record as a Kafka message. The value is not copied. */
export function toMessage(record: LogRecordInput, partition: number, partitionKey?: string): PlacedMessage {
  const headers: Record<string, string> = { [rowsHeader]: String(Math.max(1, record.rows)) }
  for (const [name, value] of Object.entries(record.headers)) headers[`${headerPrefix}${name}`] = value
  const { buffer, byteOffset, byteLength } = record.value
  return { key: partitionKey ?? null, value: Buffer.from(buffer, byteOffset, byteLength), headers, partition }
}

/** Decodes messages from `toMessage`; a foreign message becomes a record without headers. */
export function toRecord(message: KafkaMessage): LogRecord {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(message.headers ?? {})) {
    if (name.startsWith(headerPrefix)) headers[name.slice(headerPrefix.length)] = String(value)
  }
  const rows = Number(String(message.headers?.[rowsHeader] ?? ''))
  return {
    offset: Number(message.offset),
    headers,
    value: message.value ?? new Uint8Array(0),
    rows: Number.isSafeInteger(rows) && rows > 0 ? rows : 1,
  }
}

/** Decodes the records of one fetch. The requested offset is a private field of the client (kafkajs 2.2.4). */
export function toFetchedRecords(batch: Batch): FetchedRecords {
  const from = 'fetchedOffset' in batch ? Number(batch.fetchedOffset) : NaN
  if (!Number.isSafeInteger(from)) throw new kafkajs.KafkaJSNonRetriableError('unknown version of the client library')
  return { from, records: batch.messages.map(toRecord) }
}

/** Bytes of value and headers, as counted by the limits. */
export function recordBytes({ headers, value }: LogRecordInput): number {
  return value.byteLength + Buffer.byteLength(JSON.stringify(headers))
}
