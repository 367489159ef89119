import { hourMs, minuteMs } from '@signalbox/contracts'
import type { TelemetryReader } from '@signalbox/telemetry-store'
import { allOf, type Filter } from '../selection/filter.js'
import { sliceOfPage, type SampleBucket, type SampleSlice } from '../selection/sample-slice.js'
import {
  isShort,
  matchingTraces,
  ofMatchingTraces,
  ofTracesWith,
  rootIsLongEnough,
  rootStartUs,
  traceRoots,
} from './trace-roots.js'
import { isAnyTrace, rootFirst, spansOf, type TraceSelection } from './trace-selection.js'

/** A trace with the fields of its list entry. */
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

/** Traces counted by the start time of their roots. */
export interface TraceHistogram {
  bucketMs: number
  /** Newest first, none empty. */
  buckets: SampleBucket[]
}

/** Longer windows are counted by hour to keep the histogram small. */
const countedByMinuteMsMax = 50 * hourMs

/** Counts the matching traces, with roots of any duration. */
export async function countTraces(store: TelemetryReader, selection: TraceSelection): Promise<number> {
  const traces = matchingTraces(selection)
  const [row] = await store.read<{ total: number }>({
    name: 'tracesTotal',
    sql: `SELECT uniqExact(trace) AS total FROM (${traces.sql})`,
    parameters: traces.parameters,
  })
  return row?.total ?? 0
}

/** Counts the matching traces by time; the sum is their number. */
export async function countTracesByTime(store: TelemetryReader, selection: TraceSelection): Promise<TraceHistogram> {
  const { startMs, untilMs } = selection.scope.window
  const bucketMs = untilMs - startMs <= countedByMinuteMsMax ? minuteMs : hourMs
  const roots = traceRoots({ selection }, false)
  const isLong = rootIsLongEnough(selection)
  const buckets = await store.read<SampleBucket>({
    name: 'tracesHistogram',
    sql: `
      SELECT intDiv(${rootStartUs}, {bucketMs:UInt32} * 1000) * {bucketMs:UInt32} AS startMs, count() AS count
      FROM (${roots.sql})
      WHERE ${isLong.sql}
      GROUP BY startMs
      ORDER BY startMs DESC`,
    parameters: { ...roots.parameters, ...isLong.parameters, bucketMs },
  })
  return { bucketMs, buckets }
}

/** A trace of the page, or one that starts at the same time as its first or last. */
interface PlacedTrace {
  /** Hash of its id, as text because it has 64 bits. */
  trace: string
  /** Hours in which its spans start, Unix seconds. */
  hours: number[]
  /** Number of traces in the slice that start later. */
  later: number
}

function startsWithin({ startMs, untilMs }: SampleSlice): Filter {
  return {
    sql:
      "toStartOfHour(start_time) >= toStartOfHour(fromUnixTimestamp64Milli({sliceStartMs:Int64}, 'UTC')) AND " +
      "toStartOfHour(start_time) <= toStartOfHour(fromUnixTimestamp64Milli({sliceUntilMs:Int64}, 'UTC')) AND " +
      "start_time >= fromUnixTimestamp64Milli({sliceStartMs:Int64}, 'UTC') AND " +
      "start_time < fromUnixTimestamp64Milli({sliceUntilMs:Int64}, 'UTC')",
    parameters: { sliceStartMs: startMs, sliceUntilMs: untilMs },
  }
}

// Every trace whose root starts in the slice has a span there, namely the root; only such traces are examined.
async function placeTraces(
  store: TelemetryReader,
  request: { selection: TraceSelection; slice: SampleSlice; limit: number },
): Promise<PlacedTrace[]> {
  const { selection, slice, limit } = request
  const roots = traceRoots({ selection, withSpan: startsWithin(slice) }, true)
  const isLong = rootIsLongEnough(selection)
  return store.read<PlacedTrace>({
    name: 'tracesPlace',
    sql: `
      SELECT toString(trace) AS trace, hours, later
      FROM (
        SELECT trace, hours, rank() OVER (ORDER BY startUs DESC) - 1 AS later, count() OVER (PARTITION BY startUs) AS equal
        FROM (SELECT trace, hours, ${rootStartUs} AS startUs FROM (${roots.sql}) WHERE ${isLong.sql})
        WHERE startUs >= {sliceStartMs:Int64} * 1000 AND startUs < {sliceUntilMs:Int64} * 1000)
      WHERE later < {until:UInt64} AND later + equal > {from:UInt64}`,
    parameters: { ...roots.parameters, ...isLong.parameters, from: slice.offset, until: slice.offset + limit },
  })
}

// Only the hours in which spans of these traces start are read.
async function readTraces(
  store: TelemetryReader,
  selection: TraceSelection,
  placed: readonly PlacedTrace[],
): Promise<StoredTrace[]> {
  const spans = allOf(spansOf(selection), {
    sql:
      "toStartOfHour(start_time) IN {hours:Array(DateTime('UTC'))} AND " +
      'cityHash64(trace_id) IN {traces:Array(UInt64)}',
    parameters: {
      hours: [...new Set(placed.flatMap(({ hours }) => hours))],
      // As text: numbers of this size are not exact here.
      traces: `[${placed.map(({ trace }) => trace).join(',')}]`,
    },
  })
  const traces = assemble(spans)
  return store.read<StoredTrace>({
    name: 'tracesPage',
    sql: `SELECT ${storedTrace} FROM (${traces.sql}) ORDER BY ${newestFirst}`,
    parameters: traces.parameters,
  })
}

/** The traces of some spans: a query with the columns `trace_id`, `span_count`, `services` and `root`. */
function assemble({ sql, parameters }: Filter): Filter {
  return {
    sql: `
      SELECT trace_id, count() AS span_count, arraySort(groupUniqArray(spans.service)) AS services,
        argMin((start_time, spans.span_id, spans.service, spans.operation, spans.duration_us, spans.status),
          ${rootFirst}) AS root
      FROM spans
      WHERE ${sql}
      GROUP BY trace_id`,
    parameters,
  }
}

/** Columns of a `StoredTrace`, and the order of lists. */
const storedTrace =
  'trace_id, toUnixTimestamp64Milli(root.1) AS startedMs, root.2 AS span_id, root.3 AS service, ' +
  'root.4 AS operation, root.5 AS duration_us, root.6 AS status, span_count, services'
const newestFirst = 'root.1 DESC, trace_id'

/** Maximum number of traces that are assembled to sort them. */
const assembledMax = 2_000

/**
 * Like `readTracePage` with the number of all traces, in one query that assembles them all: planning a query takes
 * longer than reading a few thousand spans.
 * @param total Number of matching traces with roots of any duration.
 * @returns undefined if that would read too much.
 */
export async function readFewTraces(
  store: TelemetryReader,
  { selection, total, page }: { selection: TraceSelection; total: number; page: Page },
): Promise<{ traces: StoredTrace[]; total: number } | undefined> {
  // The window may contain many more spans than those of the requested traces.
  if (total > assembledMax || !(isShort(selection.scope) || isAnyTrace(selection))) return undefined
  const traces = assemble(allOf(spansOf(selection), ofMatchingTraces(selection)))
  const rows = await store.read<StoredTrace & { matching: number }>({
    name: 'fewTraces',
    sql: `
      SELECT ${storedTrace}, count() OVER () AS matching
      FROM (${traces.sql})
      WHERE root.5 >= {rootDurationUsMin:UInt64}
      ORDER BY ${newestFirst}
      LIMIT {limit:UInt64} OFFSET {offset:UInt64}`,
    parameters: { ...traces.parameters, rootDurationUsMin: selection.rootDurationUsMin ?? 0, ...page },
  })
  // Beyond the last page, no row tells their number.
  if (rows.length === 0 && page.offset > 0) return undefined
  return { traces: rows, total: rows[0]?.matching ?? 0 }
}

/**
 * A page of traces, newest root first, ties by trace id. The histogram tells the time range of the page; the traces in
 * that range are sorted, and those of the page are assembled from their spans.
 */
export async function readTracePage(
  store: TelemetryReader,
  request: { selection: TraceSelection; histogram: TraceHistogram; page: Page },
): Promise<StoredTrace[]> {
  const { selection, histogram, page } = request
  const slice = sliceOfPage(histogram.buckets, histogram.bucketMs, page)
  return slice === undefined ? [] : readSlice(store, { selection, slice, limit: page.limit })
}

/** How many times the traces of the page the newest slice should hold, because traces are spread unevenly. */
const spread = 4
/** Of a window: in a longer slice, finding the page by the histogram costs less. */
const newestShareMax = 1 / 8

/**
 * Like `readTracePage`, but reads only the newest part of the window.
 * @param total Number of matching traces.
 * @returns undefined if the page isn't expected or found there.
 */
export async function readNewestTraces(
  store: TelemetryReader,
  { selection, total, page }: { selection: TraceSelection; total: number; page: Page },
): Promise<StoredTrace[] | undefined> {
  const { startMs, endMs, untilMs } = selection.scope.window
  const share = (spread * (page.offset + page.limit)) / total
  if (!(share <= newestShareMax)) return undefined
  const newestMs = Math.max(minuteMs, Math.ceil(share * (endMs - startMs)))
  const slice = { startMs: Math.max(startMs, endMs - newestMs), untilMs, offset: page.offset }
  const isSmall = spread * (page.offset + page.limit) <= assembledMax
  const read = isSmall && isShort(selection.scope) ? assembleSlice : readSlice
  const traces = await read(store, { selection, slice, limit: page.limit })
  return traces.length < page.limit ? undefined : traces
}

interface SliceRequest {
  selection: TraceSelection
  slice: SampleSlice
  limit: number
}

// In one query, which reads all spans of the window.
function assembleSlice(store: TelemetryReader, { selection, slice, limit }: SliceRequest): Promise<StoredTrace[]> {
  const traces = assemble(allOf(spansOf(selection), ofTracesWith(selection, startsWithin(slice))))
  return store.read<StoredTrace>({
    name: 'tracesNewest',
    sql: `
      SELECT ${storedTrace}
      FROM (${traces.sql})
      WHERE root.1 >= fromUnixTimestamp64Milli({sliceStartMs:Int64}, 'UTC')
      ORDER BY ${newestFirst}
      LIMIT {limit:UInt64} OFFSET {offset:UInt64}`,
    parameters: { ...traces.parameters, limit, offset: slice.offset },
  })
}

async function readSlice(store: TelemetryReader, { selection, slice, limit }: SliceRequest): Promise<StoredTrace[]> {
  const placed = await placeTraces(store, { selection, slice, limit })
  if (placed.length === 0) return []
  const traces = await readTraces(store, selection, placed)
  // Ids, which break ties, are only known now.
  const skipped = slice.offset - Math.min(...placed.map(({ later }) => later))
  return traces.slice(skipped, skipped + limit)
}
