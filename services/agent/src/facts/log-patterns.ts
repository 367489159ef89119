import type { LogPattern, LogPatternsAnswer } from '@signalbox/contracts'
import type { EvidenceId, LogPatternFacts } from './fact-pack.js'

/** Converts the answer to facts, log entries by pattern. */
export function readLogPatterns({ patterns }: LogPatternsAnswer, evidence: EvidenceId): LogPatternFacts[] {
  return patterns.map((one) => ({
    service: one.service,
    level: one.level,
    pattern: one.pattern,
    // Sessions of earlier versions recorded answers without it.
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

/** An answer without intervals, as recorded by earlier versions, gives only the first and the last entry. */
function countsOf({ intervals, count, first, last }: LogPattern): LogPatternFacts['counts'] {
  if (intervals) return intervals.starts.map((start, index) => [start * 1000, intervals.counts[index] ?? 0])
  const ends = [...new Set([Date.parse(first), Date.parse(last)])]
  return ends.map((at) => [at, Math.ceil(count / ends.length)])
}
