import { readEventId, type TraceSummary, type queryTraces } from '@signalbox/contracts'
import type { ApiCaller, RouteHandler } from '@signalbox/service-kit'
import type { TelemetryReader } from '@signalbox/telemetry-store'
import { LRUCache } from 'lru-cache'
import type { QueryContext } from '../reading/query-context.js'
import { roundThousandths } from '../selection/rounding.js'
import { resolveScope, withinScope, type TelemetryScope } from '../selection/telemetry-scope.js'
import { resolveTimeWindow } from '../selection/time-window.js'
import {
  countTraces,
  isSpreadOut,
  readFewTraces,
  readNewestTraces,
  readTracePage,
  type CountedRequest,
  type Page,
  type StoredTrace,
} from './trace-page.js'
import { isShort, traceHashes } from './trace-roots.js'
import type { TraceSelection } from './trace-selection.js'

/** Number of traces that a list found last, by its question: as many are expected the next time. */
type TraceNumbers = LRUCache<string, number>

/** Dependencies of trace lists. */
export interface TraceListContext extends QueryContext {
  traceNumbers: TraceNumbers
}

const questionsMax = 1_000

export const createTraceNumbers = (): TraceNumbers => new LRUCache({ max: questionsMax })

type TracesQuery = Parameters<RouteHandler<typeof queryTraces>>[0]['query']

function toTraceSummary(trace: StoredTrace): TraceSummary {
  const { span_id, service, operation, status } = trace
  return {
    trace_id: trace.trace_id,
    root_span: {
      span_id,
      service,
      operation,
      duration_ms: Math.round(trace.duration_us / 1000),
      status,
      timestamp: new Date(trace.startedMs).toISOString(),
    },
    span_count: trace.span_count,
    services: trace.services,
  }
}

function selectTraces(scope: TelemetryScope, query: TracesQuery): TraceSelection {
  const { service, operation, environment, tag, status, min_duration_ms: durationMs } = query
  // Every root lasts at least zero milliseconds.
  const rootDurationUsMin = durationMs === undefined || durationMs === 0 ? undefined : durationMs * 1000
  const traceId = readEventId(query.trace_id)
  return { scope, service, operation, environment, tag, status, traceId, rootDurationUsMin }
}

/**
 * Traces, newest root first, ties by trace id. A trace consists of its spans that start in the time range; one whose
 * root isn't among them is listed under its earliest span.
 */
export async function listTraces(context: TraceListContext, caller: ApiCaller, query: TracesQuery) {
  const window = resolveTimeWindow(query, context.clock())
  const scope = await resolveScope(context.projects, caller, { projectId: query.project_id, window })
  const selection = selectTraces(scope, query)
  const page = { limit: query.limit, offset: query.offset }
  const { traces, total } = await readPage(context, selection, page)
  return { traces: traces.map(toTraceSummary), total }
}

// Placing a page among all traces of the window costs several times as much as counting them, unless only those with long
// roots or a single one matter. Counting few traces takes nearly as long as reading them.
async function readPage({ store, traceNumbers }: TraceListContext, selection: TraceSelection, page: Page) {
  const isNarrow = selection.rootDurationUsMin !== undefined || selection.traceId !== undefined
  if (isNarrow && !isShort(selection.scope)) return readTracePage(store, { selection, page })
  const question = questionOf(selection)
  const expected = isNarrow ? undefined : traceNumbers.get(question)
  const found = expected && (await readExpected(store, { selection, total: expected, page }))
  if (found) {
    traceNumbers.set(question, found.total)
    return found
  }
  const total = await countTraces(store, selection)
  if (!isNarrow) traceNumbers.set(question, total)
  if (total === 0) return { traces: [], total }
  const few = await readFewTraces(store, { selection, total, page })
  if (few !== undefined) return few
  const newest = isNarrow ? undefined : await readNewestTraces(store, { selection, total, page })
  return newest === undefined ? readTracePage(store, { selection, page }) : { traces: newest, total }
}

// Few traces, and those that are spread out, are counted along with the page.
async function readExpected(store: TelemetryReader, request: CountedRequest) {
  const few = await readFewTraces(store, request)
  return few ?? (isSpreadOut(request) ? readTracePage(store, request) : undefined)
}

/** Equal for lists that differ in their end and page only. */
function questionOf({ scope, ...conditions }: TraceSelection): string {
  const { organizationId, projectId, window } = scope
  return JSON.stringify([organizationId, projectId, window.endMs - window.startMs, conditions])
}

/** Distinct traces and the mean duration of the root spans in milliseconds, 0 if there are none. */
export async function summarizeTraces({ store }: QueryContext, scope: TelemetryScope) {
  const filter = withinScope(scope, 'start_time')
  const traces = traceHashes(scope)
  const [counted] = await store.read<{ total: number }>({
    name: 'traceStats',
    sql: `SELECT count() AS total FROM (${traces.sql})`,
    parameters: traces.parameters,
  })
  const [roots] = await store.read<{ spans: number; durationUs: number }>({
    name: 'rootSpanStats',
    sql: `SELECT count() AS spans, sum(duration_us) AS durationUs FROM root_spans WHERE ${filter.sql}`,
    parameters: filter.parameters,
  })
  const averageUs = roots === undefined || roots.spans === 0 ? 0 : roots.durationUs / roots.spans
  return { total: counted?.total ?? 0, avg_duration_ms: roundThousandths(averageUs / 1000) }
}
