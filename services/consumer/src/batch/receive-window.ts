import type { LogRecord } from '@signalbox/event-log'
import type { ReceiveWindow } from './flood-memory.js'

/** Headers are JSON; a quote within a text is escaped there, so this finds the field alone. */
const receivedAtField = /"receivedAt":(\d{1,16})/

/**
 * When the records of a batch came in. Looked up before any record is read, because how many events are kept depends
 * on it; without parsing what is parsed later.
 * @returns the beginning of time when no record says.
 */
export function receiveWindowOf(records: readonly LogRecord[]): ReceiveWindow {
  let first = Infinity
  let last = -Infinity
  for (const { headers } of records) {
    const time = Number(receivedAtField.exec(headers['meta'] ?? '')?.[1] ?? NaN)
    if (time < first) first = time
    if (time > last) last = time
  }
  return last < first ? { startMs: 0, endMs: 0 } : { startMs: first, endMs: last }
}
