import { limits, type TraceError, type TraceNode } from '@signalbox/contracts'
import { findRoots } from './find-roots.js'
import type { StoredSpan } from './trace-spans.js'

/** The spans of a trace put in order. */
export interface TraceTree {
  roots: TraceNode[]
  /** Events whose span is not among the spans. */
  orphanErrors: TraceError[]
}

/** A span that waits to be hung up. */
interface Placement {
  span: StoredSpan
  /** The list that it becomes part of. */
  siblings: TraceNode[]
  /** 1 for roots. Beyond the limit the list is the one of the last level. */
  depth: number
}

/**
 * Builds the tree of a trace. Whatever parents the spans name, every span is in the tree once. Nothing recurses, and the
 * tree is no deeper than the limit, so that neither this nor who writes or reads it as JSON runs out of stack.
 * @param spans Earliest first, no two with the same id.
 * @param traceStartUs Unix microseconds.
 */
export function buildTree(
  spans: readonly StoredSpan[],
  errors: readonly TraceError[],
  traceStartUs: number,
): TraceTree {
  const { roots, childrenOf } = findRoots(spans)
  const errorsOf = groupBySpan(errors)
  const tree: TraceNode[] = []
  const waiting: Placement[] = []
  // The last that waits is served first.
  const wait = (children: readonly StoredSpan[], siblings: TraceNode[], depth: number) => {
    for (const span of children.toReversed()) waiting.push({ span, siblings, depth })
  }
  wait(roots, tree, 1)
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { span, siblings, depth } = next
    const node = toNode(next, errorsOf.get(span.span_id) ?? [], traceStartUs)
    siblings.push(node)
    const below = depth < limits.query.traceDepthMax ? node.children : siblings
    wait(childrenOf.get(span.span_id) ?? [], below, depth + 1)
  }
  const known = new Set(spans.map((span) => span.span_id))
  return { roots: tree, orphanErrors: errors.filter((error) => !known.has(error.span_id)) }
}

function groupBySpan(errors: readonly TraceError[]): Map<string, TraceError[]> {
  const bySpan = new Map<string, TraceError[]>()
  for (const error of errors) {
    if (!bySpan.get(error.span_id)?.push(error)) bySpan.set(error.span_id, [error])
  }
  return bySpan
}

function toNode({ span, depth }: Placement, errors: TraceError[], traceStartUs: number): TraceNode {
  return {
    span_id: span.span_id,
    parent_span_id: span.parent_span_id,
    is_orphan: depth === 1 && span.parent_span_id !== '',
    is_flattened: depth > limits.query.traceDepthMax,
    project_id: span.project_id,
    service: span.service,
    operation: span.operation,
    op: span.op,
    start: new Date(Math.floor(span.startUs / 1000)).toISOString(),
    start_offset_ms: (span.startUs - traceStartUs) / 1000,
    duration_ms: span.durationUs / 1000,
    status: span.status,
    attributes: span.attributes,
    ...span.details,
    errors,
    children: [],
  }
}
