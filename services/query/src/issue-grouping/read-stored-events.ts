import type { TelemetryReader } from '@signalbox/telemetry-store'
import { allOf, type Filter } from '../selection/filter.js'
import { withinScope, type TelemetryScope } from '../selection/telemetry-scope.js'

/** An event as stored. */
export interface StoredEvent {
  event_id: string
  /** Unix milliseconds. */
  timestampMs: number
  /** When ingest received it, Unix milliseconds. */
  receivedMs: number
  /** 32 hex digits. */
  fingerprint: string
  title: string
  times_seen: number
  /** JSON of the normalized event. */
  payload: string
}

/** Maximum events examined by the store per page, and bytes of payloads in it; at least one event. */
const pageRowsMax = 256
const pageBytesMax = 8 * 1024 * 1024

/** Events of the scope, newest first, in pages that fit into memory; ends after `eventsMax`. */
export async function* readStoredEvents(
  store: TelemetryReader,
  scope: TelemetryScope,
  eventsMax: number,
): AsyncGenerator<StoredEvent[]> {
  let left = eventsMax
  let last: StoredEvent | undefined
  while (left > 0) {
    const page = await readPage(
      store,
      allOf(withinScope(scope, 'timestamp'), beyond(last)),
      Math.min(left, pageRowsMax),
    )
    if (page.length === 0) return
    yield page
    left -= page.length
    last = page.at(-1)
  }
}

/** Number of stored events in the scope. */
export async function countStoredEvents(store: TelemetryReader, scope: TelemetryScope): Promise<number> {
  const filter = withinScope(scope, 'timestamp')
  const [counted] = await store.read<{ total: number }>({
    name: 'dryRunTotal',
    sql: `SELECT count() AS total FROM events WHERE ${filter.sql}`,
    parameters: filter.parameters,
  })
  return counted?.total ?? 0
}

/** Events after the last one of the previous page. */
function beyond(last: StoredEvent | undefined): Filter | undefined {
  if (last === undefined) return undefined
  const lastTime = "fromUnixTimestamp64Milli({lastMs:Int64}, 'UTC')"
  return {
    sql: `timestamp < ${lastTime} OR (timestamp = ${lastTime} AND event_id > {lastEventId:String})`,
    parameters: { lastMs: last.timestampMs, lastEventId: last.event_id },
  }
}

function readPage(store: TelemetryReader, filter: Filter, rowsMax: number): Promise<StoredEvent[]> {
  return store.read<StoredEvent>({
    name: 'dryRunPage',
    sql: `
      SELECT event_id, timestampMs, receivedMs, fingerprint, title, times_seen, payload
      FROM (
        SELECT *, sum(length(payload)) OVER (ORDER BY timestampMs DESC, event_id ROWS UNBOUNDED PRECEDING) AS bytesUpTo
        FROM (
          SELECT event_id, toUnixTimestamp64Milli(timestamp) AS timestampMs,
            toUnixTimestamp64Milli(received_at) AS receivedMs, fingerprint, title, times_seen, payload
          FROM events
          WHERE ${filter.sql}
          ORDER BY timestamp DESC, event_id
          LIMIT {rowsMax:UInt32}
        )
      )
      WHERE bytesUpTo <= greatest({bytesMax:UInt64}, length(payload))
      ORDER BY timestampMs DESC, event_id`,
    parameters: { ...filter.parameters, rowsMax, bytesMax: pageBytesMax },
  })
}
