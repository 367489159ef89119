import { limits, type SpanDetails } from '@signalbox/contracts'
import type { TelemetryReader } from '@signalbox/telemetry-store'
import { ofTrace, type TraceReference } from './trace-spans.js'

interface StoredEvent {
  time_us: number
  name: string
  attributes: Record<string, string>
}

/** Maximum number of spans whose events and links are read. */
const detailedSpansMax = 2_000

/**
 * Events and links of a trace's spans, by span id; spans without any are missing. The earliest come first, for as long
 * as the total stays within the response limit.
 */
export async function readSpanDetails(
  store: TelemetryReader,
  trace: TraceReference,
): Promise<ReadonlyMap<string, SpanDetails>> {
  const filter = ofTrace(trace)
  const rows = await store.read<{ span_id: string; events: string; links: string }>({
    name: 'traceDetails',
    sql: `
      SELECT span_id, events, links
      FROM (
        SELECT *, sum(length(events) + length(links)) OVER (
          ORDER BY start_time, span_id ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS bytes
        FROM (
          SELECT span_id, start_time, events, links FROM spans
          WHERE ${filter.sql} AND (events != '' OR links != '')
          ORDER BY start_time, span_id
          LIMIT 1 BY span_id
          LIMIT {detailedSpansMax:UInt32}))
      WHERE bytes <= {bytesMax:UInt64}`,
    parameters: { ...filter.parameters, detailedSpansMax, bytesMax: limits.query.attributeBytesMax },
  })
  return new Map(rows.map(({ span_id, events, links }) => [span_id, toDetails(events, links)]))
}

function toDetails(events: string, links: string): SpanDetails {
  return {
    ...(events !== '' && { events: parseList<StoredEvent>(events).map(toEvent) }),
    ...(links !== '' && { links: parseList<NonNullable<SpanDetails['links']>[number]>(links) }),
  }
}

/** JSON written by the consumer. */
function parseList<Entry>(json: string): Entry[] {
  return JSON.parse(json) as Entry[]
}

function toEvent({ time_us: timeUs, name, attributes }: StoredEvent) {
  return { timestamp: new Date(Math.floor(timeUs / 1_000)).toISOString(), name, attributes }
}
