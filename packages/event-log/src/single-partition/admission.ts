import { limits } from '@signalbox/contracts/limits'
import { EventLogError, type LogRecordInput } from '../event-log.js'

export interface StoredInput {
  /** Headers as JSON. */
  headers: string
  value: Uint8Array
  rows: number
  /** Bytes of value and headers, as counted by the limits and the disk budget. */
  bytes: number
}

/**
 * Measures the records of one append.
 * @throws EventLogError `too-large` if one of them is over the limit.
 */
export function admitRecords(records: readonly LogRecordInput[]): { stored: StoredInput[]; bytes: number } {
  let bytes = 0
  const stored = records.map((record) => {
    const input = toStored(record)
    bytes += input.bytes
    return input
  })
  return { stored, bytes }
}

function toStored({ headers, value, rows }: LogRecordInput): StoredInput {
  const text = JSON.stringify(headers)
  const bytes = value.byteLength + Buffer.byteLength(text)
  if (bytes > limits.eventLog.recordBytesMax) {
    throw new EventLogError(
      'too-large',
      `a record of ${bytes} bytes exceeds the limit of ${limits.eventLog.recordBytesMax}`,
    )
  }
  return { headers: text, value, rows: Math.max(1, rows), bytes }
}

/** @throws EventLogError `full` if the bytes exceed the remaining disk budget. */
export function assertFits(bytes: number, bytesLeft: number): void {
  if (bytes > bytesLeft) {
    throw new EventLogError('full', `the log has ${Math.max(0, bytesLeft)} bytes left, not enough for ${bytes}`)
  }
}

/** @throws EventLogError `overloaded` if too many bytes are already waiting. */
export function assertNotOverloaded(bytes: number, pendingBytesLeft: number): void {
  if (bytes > pendingBytesLeft) {
    throw new EventLogError('overloaded', `${bytes} bytes exceed the limit of data waiting for the disk`)
  }
}

/** Parses headers that `admitRecords` serialized. */
export function parseHeaders(text: string): Readonly<Record<string, string>> {
  return JSON.parse(text) as Readonly<Record<string, string>>
}
