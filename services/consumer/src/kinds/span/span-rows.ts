import type { RootSpanRow, SpanRow } from '@signalbox/telemetry-store/rows'
import type { ItemCount, ItemResult } from '../../batch/item-result.js'
import { findTimeFault, type TimeBounds } from '../time-bounds.js'

const US_PER_MS = 1_000

/**
 * The rows of the spans of one item. Each span is kept or dropped by its own start time; one without a parent is a
 * root and gets a second row for the trace list.
 */
export function toSpanResult(spans: readonly SpanRow[], bounds: TimeBounds): ItemResult {
  const kept: SpanRow[] = []
  const roots: RootSpanRow[] = []
  const counts: ItemCount[] = []
  for (const span of spans) {
    const reason = findTimeFault(span.start_time / US_PER_MS, bounds)
    if (reason !== undefined) {
      counts.push({ kind: 'span', outcome: 'dropped', reason, quantity: 1 })
      continue
    }
    kept.push(span)
    if (span.parent_span_id === '') {
      roots.push(toRootSpanRow(span))
    }
  }
  if (kept.length > 0) {
    counts.push({ kind: 'span', outcome: 'stored', reason: '', quantity: kept.length })
  }
  return { rows: { spans: kept, root_spans: roots }, counts }
}

function toRootSpanRow(span: SpanRow): RootSpanRow {
  return {
    organization_id: span.organization_id,
    project_id: span.project_id,
    start_time: span.start_time,
    trace_id: span.trace_id,
    span_id: span.span_id,
    service: span.service,
    operation: span.operation,
    duration_us: span.duration_us,
    status: span.status,
  }
}
