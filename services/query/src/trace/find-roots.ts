import type { StoredSpan } from './trace-spans.js'

type Span = Pick<StoredSpan, 'span_id' | 'parent_span_id'>

/** Parent-child structure of a trace. */
export interface SpanFamilies<S extends Span> {
  /** Spans without an attached parent, in the given order. */
  roots: S[]
  /** Child spans by parent id, in the given order. Every span that isn't a root occurs once. */
  childrenOf: ReadonlyMap<string, readonly S[]>
}

/**
 * Finds the roots: spans without a parent, those whose parent is missing, and the first of each parent cycle, so that
 * every span is reachable from a root.
 * @param spans With distinct ids.
 */
export function findRoots<S extends Span>(spans: readonly S[]): SpanFamilies<S> {
  const byId = new Map(spans.map((span) => [span.span_id, span]))
  const circleStarts = findCircleStarts(spans, byId)
  const roots: S[] = []
  const childrenOf = new Map<string, S[]>()
  for (const span of spans) {
    if (!byId.has(span.parent_span_id) || circleStarts.has(span)) roots.push(span)
    else if (!childrenOf.get(span.parent_span_id)?.push(span)) childrenOf.set(span.parent_span_id, [span])
  }
  return { roots, childrenOf }
}

/**
 * Follows the parents of each span until it reaches one seen before: if it was seen on the same walk, it is on a cycle.
 */
function findCircleStarts<S extends Span>(spans: readonly S[], byId: ReadonlyMap<string, S>): Set<S> {
  const place = new Map(spans.map((span, index) => [span, index]))
  const walkOf = new Map<S, S>()
  const starts = new Set<S>()
  for (const first of spans) {
    let span: S | undefined = first
    while (span !== undefined && !walkOf.has(span)) {
      walkOf.set(span, first)
      span = byId.get(span.parent_span_id)
    }
    if (span !== undefined && walkOf.get(span) === first) starts.add(firstOfCircle(span, byId, place))
  }
  return starts
}

function firstOfCircle<S extends Span>(start: S, byId: ReadonlyMap<string, S>, place: ReadonlyMap<S, number>): S {
  let least = start
  let span = byId.get(start.parent_span_id)
  while (span !== undefined && span !== start) {
    if ((place.get(span) ?? 0) < (place.get(least) ?? 0)) least = span
    span = byId.get(span.parent_span_id)
  }
  return least
}
