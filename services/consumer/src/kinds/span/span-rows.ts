import type { OutcomeReason } from '@signalbox/contracts'
import type { RootSpanRow, SpanRow } from '@signalbox/telemetry-store/rows'
import type { ItemResult } from '../../batch/item-result.js'
import { sortEntries } from '../../container/sort-entries.js'
import { findTimeFault, type TimeBounds } from '../../pipeline/time-bounds.js'

const US_PER_MS = 1_000

/**
 * Creates the rows of one item's spans. Each span is stored or dropped by its own start time; one without a parent is a
 * root and gets a second row for the trace list.
 * @param spans undefined for those that could not be read.
 * @param findUnwanted Why the project filters a span out; undefined if it doesn't.
 */
export function toSpanResult(
  spans: readonly (SpanRow | undefined)[],
  bounds: TimeBounds,
  findUnwanted: (span: SpanRow) => OutcomeReason | undefined = () => undefined,
): ItemResult {
  const results = spans.map((span) => {
    if (span === undefined) return 'invalid_span'
    return findTimeFault(span.start_time / US_PER_MS, bounds) ?? findUnwanted(span) ?? span
  })
  const { rows, counts } = sortEntries('span', results)
  const roots = rows.filter((span) => span.parent_span_id === '').map(toRootSpanRow)
  return { rows: { spans: rows, root_spans: roots }, counts }
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
