import type { TelemetryReader } from '@signalbox/telemetry-store'
import { allOf } from '../filter.js'
import {
  possibleRoots,
  rootFirst,
  rootIsLongEnough,
  spansOf,
  spansOfCandidates,
  witnessesOf,
  type TraceSelection,
} from './trace-selection.js'

/** One trace with what its list entry shows. */
export interface StoredTrace {
  trace_id: string
  /** Unix milliseconds. */
  startedMs: number
  span_id: string
  service: string
  operation: string
  duration_us: number
  status: string
  span_count: number
  services: string[]
}

export interface Page {
  limit: number
  offset: number
}

/** Spans looked at per trace wanted, attempt by attempt; then all of the window is looked at. */
const spansPerTrace = [8, 100]

/**
 * A time such that about `spans` spans of the selection start after it, in Unix milliseconds; the start of the window
 * when it holds fewer. An estimate: whoever uses it must check that it was early enough.
 */
async function estimateHorizon(store: TelemetryReader, selection: TraceSelection, spans: number): Promise<number> {
  const witnesses = witnessesOf(selection)
  const [row] = await store.read<{ startMs: number }>({
    name: 'tracesHorizon',
    sql: `
      SELECT toUnixTimestamp64Milli(start_time) AS startMs
      FROM spans
      WHERE ${witnesses.sql}
      ORDER BY start_time DESC
      LIMIT 1 OFFSET {spans:UInt64}`,
    parameters: { ...witnesses.parameters, spans },
  })
  return row?.startMs ?? selection.scope.window.startMs
}

/** Traces that have a span at or after the horizon, newest root first. */
async function readTracesSince(
  store: TelemetryReader,
  request: { selection: TraceSelection; horizonMs: number; page: Page },
): Promise<StoredTrace[]> {
  const { selection, horizonMs, page } = request
  const spans = spansOf(selection)
  const candidates = possibleRoots(selection)
  const having = allOf(rootIsLongEnough(selection))
  return store.read<StoredTrace>({
    name: 'tracesPage',
    sql: `
      SELECT trace_id, toUnixTimestamp64Milli(root.1) AS startedMs, root.2 AS span_id, root.3 AS service,
        root.4 AS operation, root.5 AS duration_us, root.6 AS status, span_count, services
      FROM (
        SELECT trace_id, count() AS span_count, arraySort(groupUniqArray(spans.service)) AS services,
          argMin((start_time, spans.span_id, spans.service, spans.operation, spans.duration_us, spans.status),
            ${rootFirst}) AS root
        FROM spans
        WHERE ${spans.sql} AND trace_id IN (
          SELECT trace_id FROM spans
          WHERE ${candidates.sql} AND start_time >= fromUnixTimestamp64Milli({horizonMs:Int64}, 'UTC'))
        GROUP BY trace_id
        HAVING ${having.sql}
      )
      ORDER BY root.1 DESC, trace_id
      LIMIT {limit:UInt32} OFFSET {offset:UInt32}`,
    parameters: { ...candidates.parameters, ...having.parameters, horizonMs, limit: page.limit, offset: page.offset },
  })
}

/**
 * A page of traces, newest root first, ties by trace id.
 *
 * A trace whose root starts after some horizon has a span after it. So only traces with a span after the horizon are
 * put together, and the page is right when its last trace starts after the horizon too; if not, the horizon moves back.
 */
export async function readTracePage(
  store: TelemetryReader,
  selection: TraceSelection,
  page: Page,
): Promise<StoredTrace[]> {
  const { startMs } = selection.scope.window
  const tracesWanted = page.offset + page.limit
  for (const factor of spansPerTrace) {
    const horizonMs = await estimateHorizon(store, selection, tracesWanted * factor)
    const traces = await readTracesSince(store, { selection, horizonMs, page })
    const last = traces.at(-1)
    const isFull = traces.length === page.limit && last !== undefined && last.startedMs >= horizonMs
    if (horizonMs <= startMs || isFull) return traces
  }
  return readTracesSince(store, { selection, horizonMs: startMs, page })
}

/** How many traces match. */
export async function countTraces(store: TelemetryReader, selection: TraceSelection): Promise<number> {
  const having = rootIsLongEnough(selection)
  const witnesses = witnessesOf(selection)
  const candidates = spansOfCandidates(selection)
  const [counted] = await store.read<{ total: number }>(
    having === undefined
      ? {
          name: 'tracesTotal',
          sql: `SELECT uniqExact(cityHash64(trace_id)) AS total FROM spans WHERE ${witnesses.sql}`,
          parameters: witnesses.parameters,
        }
      : {
          name: 'tracesTotalByDuration',
          sql: `
            SELECT count() AS total FROM (
              SELECT cityHash64(trace_id) AS trace FROM spans WHERE ${candidates.sql} GROUP BY trace HAVING ${having.sql})`,
          parameters: { ...candidates.parameters, ...having.parameters },
        },
  )
  return counted?.total ?? 0
}
