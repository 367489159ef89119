import type { LogRecord } from '@signalbox/event-log'

/** Headers are JSON; a quote within a text is escaped there, so this finds the field alone. */
const receivedAtField = /"receivedAt":(\d{1,16})/

/**
 * How long a batch took to come in: the longest time between two of its records, Unix milliseconds apart. Looked up
 * before any record is read, because how many events are kept depends on it; without parsing what is parsed later.
 * @returns 0 when no record says.
 */
export function receiveSpanMsOf(records: readonly LogRecord[]): number {
  let first = Infinity
  let last = -Infinity
  for (const { headers } of records) {
    const time = Number(receivedAtField.exec(headers['meta'] ?? '')?.[1] ?? NaN)
    if (time < first) first = time
    if (time > last) last = time
  }
  return Math.max(0, last - first)
}
