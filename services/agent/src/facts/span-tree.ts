import type { SampledSpan, SampledTrace } from '@signalbox/contracts'

/** Parent-child structure of a trace. Parents may form cycles, so every traversal must be bounded. */
export interface SpanTree {
  /** The longest span without a known parent; undefined if all spans of the trace are in cycles. */
  root: SampledSpan | undefined
  /** Ancestors, nearest first. */
  ancestorsOf(span: SampledSpan): SampledSpan[]
  childrenOf(span: SampledSpan): readonly SampledSpan[]
  /** All descendants of a span, each once. */
  descendantsOf(span: SampledSpan): SampledSpan[]
}

export function readSpanTree({ spans }: SampledTrace): SpanTree {
  const byId = new Map(spans.map((span) => [span.span_id, span]))
  const children = new Map<string, SampledSpan[]>()
  for (const span of spans) {
    const siblings = children.get(span.parent_span_id)
    if (siblings) siblings.push(span)
    else children.set(span.parent_span_id, [span])
  }
  const childrenOf = (span: SampledSpan) => children.get(span.span_id) ?? []
  const roots = spans.filter(({ parent_span_id: parent }) => !byId.has(parent))
  return {
    root: longest(roots),
    childrenOf,
    ancestorsOf: (span) => walk(span, (one) => byId.get(one.parent_span_id) ?? []),
    descendantsOf: (span) => walk(span, childrenOf),
  }
}

/** The span with the longest duration, the earliest in a tie. */
export function longest(spans: readonly SampledSpan[]): SampledSpan | undefined {
  return spans.reduce<SampledSpan | undefined>(
    (best, span) => (best === undefined || span.duration_ms > best.duration_ms ? span : best),
    undefined,
  )
}

/** Spans reachable from a span, nearest first, without the span itself. */
function walk(start: SampledSpan, next: (span: SampledSpan) => SampledSpan | readonly SampledSpan[]): SampledSpan[] {
  const seen = new Set([start])
  for (const span of seen) for (const found of [next(span)].flat()) seen.add(found)
  seen.delete(start)
  return [...seen]
}
