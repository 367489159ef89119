import type { SampledSpan, SampledTrace } from '@signalbox/contracts'
import type { CriticalPathFacts, EvidenceId } from './fact-pack.js'
import { longest, readSpanTree, type SpanTree } from './span-tree.js'

const pathsMax = 20

/** Critical path of each trace: from the root down the longest children. Longest traces first, ties by id. */
export function readCriticalPaths(traces: readonly SampledTrace[], evidence: EvidenceId): CriticalPathFacts[] {
  return traces
    .flatMap((trace) => toPath(trace, evidence))
    .sort((a, b) => b.durationMs - a.durationMs || (a.traceId < b.traceId ? -1 : 1))
    .slice(0, pathsMax)
}

function toPath(trace: SampledTrace, evidence: EvidenceId): CriticalPathFacts[] {
  const tree = readSpanTree(trace)
  const { root } = tree
  if (root === undefined) return []
  const steps = []
  // Descendants of a root never lead back to an ancestor, so this terminates.
  for (let span: SampledSpan | undefined = root; span; span = longest(tree.childrenOf(span))) {
    steps.push({ service: span.service, operation: span.operation, selfMs: selfTime(span, tree), status: span.status })
  }
  return [{ traceId: trace.trace_id, durationMs: root.duration_ms, steps, evidence }]
}

/** Milliseconds of a span during which none of its children runs. */
export function selfTime(span: SampledSpan, tree: SpanTree): number {
  const end = span.start_offset_ms + span.duration_ms
  let [covered, until] = [0, span.start_offset_ms]
  for (const child of [...tree.childrenOf(span)].sort((a, b) => a.start_offset_ms - b.start_offset_ms)) {
    const from = Math.max(child.start_offset_ms, until)
    const to = Math.min(child.start_offset_ms + child.duration_ms, end)
    covered += Math.max(0, to - from)
    until = Math.max(until, to)
  }
  return Math.round((span.duration_ms - covered) * 1000) / 1000
}
