import { limits, type TraceError, type TraceNode } from '@signalbox/contracts'
import { findRoots } from './find-roots.js'
import type { StoredSpan } from './trace-spans.js'

/** The spans of a trace as a tree. */
export interface TraceTree {
  roots: TraceNode[]
  /** Events whose span is missing. */
  orphanErrors: TraceError[]
}

/** A span waiting to be attached. */
interface Placement {
  span: StoredSpan
  /** The list it is added to. */
  siblings: TraceNode[]
  /** 1 for roots. Beyond the limit, the list is that of the last level. */
  depth: number
}

/**
 * Builds the tree of a trace. Whatever parents the spans name, every span is in the tree exactly once. There is no
 * recursion, and depth is limited, so that neither this code nor JSON writers and readers overflow their stack.
 * @param spans Earliest first, with distinct ids.
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
  // Last in, first out.
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
