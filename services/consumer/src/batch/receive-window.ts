import type { LogRecord } from '@signalbox/event-log'
import type { ReceiveWindow } from './flood-memory.js'

/** Headers are JSON, where quotes within texts are escaped, so this matches only the field. */
const receivedAtField = /"receivedAt":(\d{1,16})/

/**
 * Finds out when the records of a batch were received. Needed before any record is read, because it determines how many
 * events are stored; avoids parsing what is parsed later.
 * @returns Time 0 if no record has a receive time.
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
