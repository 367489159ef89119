import type { SampledSpan, SampledTrace } from '@signalbox/contracts'

/** Who caused whom in a trace. Circles of parents are possible: nothing here may follow parents without an end. */
export interface SpanTree {
  /** The span without a known parent that takes longest; undefined in a trace whose spans are all in circles. */
  root: SampledSpan | undefined
  /** Ancestors, the nearest first. */
  ancestorsOf(span: SampledSpan): SampledSpan[]
  childrenOf(span: SampledSpan): readonly SampledSpan[]
  /** All below a span, each once. */
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

/** The one of longest duration, the earliest among equals. */
export function longest(spans: readonly SampledSpan[]): SampledSpan | undefined {
  return spans.reduce<SampledSpan | undefined>(
    (best, span) => (best === undefined || span.duration_ms > best.duration_ms ? span : best),
    undefined,
  )
}

/** What is reached from a span, the nearest first, without the span itself. */
function walk(start: SampledSpan, next: (span: SampledSpan) => SampledSpan | readonly SampledSpan[]): SampledSpan[] {
  const seen = new Set([start])
  for (const span of seen) for (const found of [next(span)].flat()) seen.add(found)
  seen.delete(start)
  return [...seen]
}
