import type { SampledSpan, SampledTrace } from '@signalbox/contracts'
import type { EvidenceId, FailedSpanFacts } from './fact-pack.js'
import { readSpanTree, type SpanTree } from './span-tree.js'

/** Maximum number of failed spans reported per operation. */
const perOperationMax = 5

/** Failed spans in time order, with the services of their ancestors and of their failed descendants. */
export function readFailedSpans(traces: readonly SampledTrace[], evidence: EvidenceId): FailedSpanFacts[] {
  const told = new Map<string, number>()
  return traces.flatMap((trace) => {
    const tree = readSpanTree(trace)
    return trace.spans
      .filter((span) => span.failed && countUp(told, `${span.service}\n${span.operation}`) <= perOperationMax)
      .map((span) => toFacts(span, { tree, traceId: trace.trace_id, evidence }))
  })
}

function countUp(counts: Map<string, number>, key: string): number {
  const count = (counts.get(key) ?? 0) + 1
  counts.set(key, count)
  return count
}

function toFacts(
  span: SampledSpan,
  { tree, traceId, evidence }: { tree: SpanTree; traceId: string; evidence: EvidenceId },
): FailedSpanFacts {
  const { service } = span
  return {
    traceId,
    service,
    operation: span.operation,
    at: Date.parse(span.start),
    durationMs: span.duration_ms,
    callers: otherServices(tree.ancestorsOf(span), service),
    failedCallees: otherServices(
      tree.descendantsOf(span).filter(({ failed }) => failed),
      service,
    ),
    attributes: span.attributes,
    evidence,
  }
}

/** Distinct services of the spans, except the given one. */
function otherServices(spans: readonly SampledSpan[], own: string): string[] {
  return [...new Set(spans.map(({ service }) => service))].filter((service) => service !== own)
}
