import { ServiceError, limits, readEventId, type TraceDetail, type readTrace } from '@signalbox/contracts'
import type { ApiCaller, RouteHandler } from '@signalbox/service-kit'
import type { TelemetryReader } from '@signalbox/telemetry-store'
import { countLeftOut } from '../selection/attribute-budget.js'
import type { QueryContext } from '../reading/query-context.js'
import { buildTree } from './build-tree.js'
import { readSpanDetails } from './span-details.js'
import { countTraceErrors, countTraceLogs, readTraceErrors, type TraceRows } from './trace-events.js'
import { readTraceResources } from './trace-resources.js'
import { readSpans, summarizeSpans, type SpanSummary, type StoredSpan, type TraceReference } from './trace-spans.js'

type TraceParams = Parameters<RouteHandler<typeof readTrace>>[0]['params']

/** Counts of a trace, determined before anything is read. */
interface TraceSummary {
  spans: SpanSummary
  errors: TraceRows
  logs: TraceRows
}

/**
 * Reads everything known about a trace, with its spans and events as a tree.
 * @throws ServiceError `not-found` if the organization has no span, event or log entry of it.
 */
export async function readTraceDetail(
  { store }: QueryContext,
  { organizationId }: ApiCaller,
  params: TraceParams,
): Promise<TraceDetail> {
  const trace: TraceReference = { organizationId, traceId: readEventId(params.trace_id) ?? '' }
  const [spans, errors, logs] = await Promise.all([
    summarizeSpans(store, trace),
    countTraceErrors(store, trace),
    countTraceLogs(store, trace),
  ])
  if (spans.spans + errors.count + logs.count === 0) throw new ServiceError('not-found', { detail: 'No such trace' })
  const [storedSpans, resources, storedErrors] = await Promise.all([
    spans.spans === 0 ? [] : readDetailedSpans(store, trace),
    spans.spans === 0 ? [] : readTraceResources(store, trace),
    errors.count === 0 ? [] : readTraceErrors(store, trace),
  ])
  const { roots, orphanErrors } = buildTree(storedSpans, storedErrors, spans.startUs)
  return {
    trace_id: trace.traceId,
    ...describe({ spans, errors, logs }),
    roots,
    orphan_errors: orphanErrors,
    is_cut: spans.spans > limits.query.traceSpansMax || errors.count > limits.query.traceErrorsMax,
    attributes_left_out: countLeftOut(storedSpans),
    ...(resources.length > 0 && { resources }),
  }
}

async function readDetailedSpans(store: TelemetryReader, trace: TraceReference): Promise<StoredSpan[]> {
  const [spans, details] = await Promise.all([readSpans(store, trace), readSpanDetails(store, trace)])
  return spans.map((span) => {
    const own = details.get(span.span_id)
    return own === undefined ? span : { ...span, details: own }
  })
}

function describe({ spans, errors, logs }: TraceSummary) {
  return {
    start: new Date(startMs({ spans, errors, logs })).toISOString(),
    duration_ms: spans.spans === 0 ? 0 : (spans.endUs - spans.startUs) / 1000,
    span_count: spans.spans,
    error_count: errors.count,
    log_count: logs.count,
    services: spans.services,
  }
}

function startMs({ spans, errors, logs }: TraceSummary): number {
  if (spans.spans > 0) return Math.floor(spans.startUs / 1000)
  return Math.min(...[errors, logs].filter(({ count }) => count > 0).map(({ firstMs }) => firstMs))
}
