import type { LogPattern, LogPatternsAnswer } from '@signalbox/contracts'
import type { EvidenceId, LogPatternFacts } from './fact-pack.js'

/** Log entries by pattern, as they were answered. */
export function readLogPatterns({ patterns }: LogPatternsAnswer, evidence: EvidenceId): LogPatternFacts[] {
  return patterns.map((one) => ({
    service: one.service,
    level: one.level,
    pattern: one.pattern,
    // Sessions of former versions recorded answers without.
    partOf: one.part_of ?? one.pattern,
    count: one.count,
    countBefore: one.count_before,
    firstAt: Date.parse(one.first),
    lastAt: Date.parse(one.last),
    counts: countsOf(one),
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

/** An answer without intervals, as sessions of former versions recorded it, tells the first and the last entry only. */
function countsOf({ intervals, count, first, last }: LogPattern): LogPatternFacts['counts'] {
  if (intervals) return intervals.starts.map((start, index) => [start * 1000, intervals.counts[index] ?? 0])
  const ends = [...new Set([Date.parse(first), Date.parse(last)])]
  return ends.map((at) => [at, Math.ceil(count / ends.length)])
}
