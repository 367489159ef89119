import type { SampledTrace } from '@signalbox/contracts'
import { selfTime } from './critical-paths.js'
import type { EvidenceId, SpanFacts } from './fact-pack.js'
import { readSpanTree } from './span-tree.js'

/** All spans of the traces, with their self time. */
export function readSpans(traces: readonly SampledTrace[], evidence: EvidenceId): SpanFacts[] {
  return traces.flatMap((trace) => {
    const tree = readSpanTree(trace)
    return trace.spans.map((span) => ({
      traceId: trace.trace_id,
      service: span.service,
      operation: span.operation,
      at: Date.parse(span.start),
      durationMs: span.duration_ms,
      selfMs: selfTime(span, tree),
      failed: span.failed,
      caller: tree.ancestorsOf(span)[0]?.service ?? null,
      failedCallees: tree
        .childrenOf(span)
        .filter(({ failed }) => failed)
        .map(({ service }) => service),
      attributes: span.attributes,
      evidence,
    }))
  })
}
