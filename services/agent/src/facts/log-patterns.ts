import type { LogPatternsAnswer } from '@signalbox/contracts'
import type { EvidenceId, LogPatternFacts } from './fact-pack.js'

/** Log entries by pattern, as they were answered. */
export function readLogPatterns({ patterns }: LogPatternsAnswer, evidence: EvidenceId): LogPatternFacts[] {
  return patterns.map((one) => ({
    service: one.service,
    level: one.level,
    pattern: one.pattern,
    count: one.count,
    countBefore: one.count_before,
    firstAt: Date.parse(one.first),
    lastAt: Date.parse(one.last),
    examples: one.examples.map(({ timestamp, body, attributes, trace_id: traceId }) => ({
      at: Date.parse(timestamp),
      body,
      attributes,
      traceId,
    })),
    commonAttributes: one.common_attributes,
    evidence,
  }))
}
