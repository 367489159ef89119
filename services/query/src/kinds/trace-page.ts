import { minuteMs } from '@signalbox/contracts'
import type { TelemetryReader } from '@signalbox/telemetry-store'
import { allOf, type Filter } from '../selection/filter.js'
import type { TimeWindow } from '../selection/time-window.js'
import {
  hoursOf,
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

interface PageRequest {
  selection: TraceSelection
  page: Page
}

interface SliceRequest extends PageRequest {
  slice: Slice
}

/** With the number of matching traces with roots of any duration. */
export interface CountedRequest extends PageRequest {
  total: number
}

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

/** A trace of the page, or one that starts at the same time as its first or last. */
interface PlacedTrace {
  /** Hash of its id, as text because it has 64 bits. */
  trace: string
  /** Positions of the stretches of the window in which its spans start. */
  stretches: number[]
  /** Number of traces of the slice, or of all, that start later. */
  later: number
}

/** With the number of traces of the slice, or of all. */
interface Placement {
  placed: PlacedTrace[]
  total: number
}

/** A part of the window. */
type Slice = Pick<TimeWindow, 'startMs' | 'untilMs'>

function startsWithin({ startMs, untilMs }: Slice): Filter {
  return {
    sql:
      "toStartOfHour(start_time) >= toStartOfHour(fromUnixTimestamp64Milli({sliceStartMs:Int64}, 'UTC')) AND " +
      "toStartOfHour(start_time) <= toStartOfHour(fromUnixTimestamp64Milli({sliceUntilMs:Int64}, 'UTC')) AND " +
      "start_time >= fromUnixTimestamp64Milli({sliceStartMs:Int64}, 'UTC') AND " +
      "start_time < fromUnixTimestamp64Milli({sliceUntilMs:Int64}, 'UTC')",
    parameters: { sliceStartMs: startMs, sliceUntilMs: untilMs },
  }
}

const rootStartsWithin = 'startUs >= {sliceStartMs:Int64} * 1000 AND startUs < {sliceUntilMs:Int64} * 1000'

/** Places the traces of a page among those whose roots start in the slice, or among all. */
async function placeTraces(
  store: TelemetryReader,
  { selection, slice, page }: PageRequest & { slice?: Slice },
): Promise<Placement> {
  // Every trace whose root starts in the slice has a span there, namely the root; only such traces are examined.
  const roots = traceRoots({ selection, withSpan: slice && startsWithin(slice) })
  const isWanted = allOf(rootIsLongEnough(selection), slice && { sql: rootStartsWithin, parameters: {} })
  const rows = await store.read<PlacedTrace & { isOnPage: number; total: number }>({
    name: 'tracesPlace',
    sql: `
      SELECT toString(trace) AS trace, bitPositionsToArray(stretches) AS stretches, later, total,
        later + equal > {from:UInt64} AS isOnPage
      FROM (
        SELECT *, rank() OVER (ORDER BY startUs DESC) - 1 AS later, count() OVER (PARTITION BY startUs) AS equal
        FROM (
          SELECT trace, stretches, ${rootStartUs} AS startUs, count() OVER () AS total
          FROM (${roots.sql})
          WHERE ${isWanted.sql}
          ORDER BY startUs DESC
          LIMIT {until:UInt64} WITH TIES))
      WHERE isOnPage OR later = 0`,
    parameters: { ...roots.parameters, ...isWanted.parameters, from: page.offset, until: page.offset + page.limit },
  })
  // The newest trace tells their number even beyond the last page.
  return { placed: rows.filter(({ isOnPage }) => isOnPage === 1), total: rows[0]?.total ?? 0 }
}

// Only the stretches in which spans of these traces start are read.
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
      hours: hoursOf(selection.scope.window, new Set(placed.flatMap(({ stretches }) => stretches))),
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
  { selection, total, page }: CountedRequest,
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

/** A page of traces, newest root first, ties by trace id, with the number of all matching traces. */
export async function readTracePage(
  store: TelemetryReader,
  request: PageRequest,
): Promise<{ traces: StoredTrace[]; total: number }> {
  const { placed, total } = await placeTraces(store, request)
  return { traces: await readPlaced(store, request, placed), total }
}

/** How many times the traces of the page the newest slice should hold, because traces are spread unevenly. */
const spread = 4
/** Of a window: finding a longer slice's traces first costs more than placing those of the page among all. */
const newestShareMax = 1 / 8

/** The newest part of the window, if it should hold the page; else undefined. */
function newestSlice({ selection, total, page }: CountedRequest): Slice | undefined {
  const { startMs, endMs, untilMs } = selection.scope.window
  const share = (spread * (page.offset + page.limit)) / total
  if (!(share <= newestShareMax)) return undefined
  const newestMs = Math.max(minuteMs, Math.ceil(share * (endMs - startMs)))
  return { startMs: Math.max(startMs, endMs - newestMs), untilMs }
}

/** True if `readNewestTraces` would return undefined without reading. */
export function isSpreadOut(request: CountedRequest): boolean {
  return newestSlice(request) === undefined
}

/**
 * Like `readTracePage`, but reads only the newest part of the window.
 * @returns undefined if the page isn't expected or found there.
 */
export async function readNewestTraces(
  store: TelemetryReader,
  request: CountedRequest,
): Promise<StoredTrace[] | undefined> {
  const { selection, page } = request
  const slice = newestSlice(request)
  if (slice === undefined) return undefined
  const isSmall = spread * (page.offset + page.limit) <= assembledMax
  const read = isSmall && isShort(selection.scope) ? assembleSlice : readSlice
  const traces = await read(store, { selection, slice, page })
  return traces.length < page.limit ? undefined : traces
}

// In one query, which reads all spans of the window.
function assembleSlice(store: TelemetryReader, { selection, slice, page }: SliceRequest): Promise<StoredTrace[]> {
  const traces = assemble(allOf(spansOf(selection), ofTracesWith(selection, startsWithin(slice))))
  return store.read<StoredTrace>({
    name: 'tracesNewest',
    sql: `
      SELECT ${storedTrace}
      FROM (${traces.sql})
      WHERE root.1 >= fromUnixTimestamp64Milli({sliceStartMs:Int64}, 'UTC')
      ORDER BY ${newestFirst}
      LIMIT {limit:UInt64} OFFSET {offset:UInt64}`,
    parameters: { ...traces.parameters, ...page },
  })
}

async function readSlice(store: TelemetryReader, request: SliceRequest): Promise<StoredTrace[]> {
  const { placed } = await placeTraces(store, request)
  return readPlaced(store, request, placed)
}

async function readPlaced(
  store: TelemetryReader,
  { selection, page }: PageRequest,
  placed: readonly PlacedTrace[],
): Promise<StoredTrace[]> {
  if (placed.length === 0) return []
  const traces = await readTraces(store, selection, placed)
  // Ids, which break ties, are only known now.
  const skipped = page.offset - Math.min(...placed.map(({ later }) => later))
  return traces.slice(skipped, skipped + page.limit)
}
