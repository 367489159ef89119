import type { LogPattern, LogPatternsResponse } from '@signalbox/contracts'
import type { EvidenceId, LogPatternFacts } from './fact-pack.js'

/** Converts the answer to facts, log entries by pattern. */
export function readLogPatterns({ patterns }: LogPatternsResponse, evidence: EvidenceId): LogPatternFacts[] {
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
      attributes: expandAttributes(attributes),
      traceId,
    })),
    commonAttributes: one.common_attributes,
    evidence,
  }))
}

/** Spreads attributes that hold JSON objects, as loggers nest them: `ecs` with a host becomes `ecs.host`. */
export function expandAttributes(attributes: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) => {
      const inner = readObject(value)
      return inner === null ? [[name, value]] : Object.entries(inner).map(([key, one]) => [`${name}.${key}`, one])
    }),
  )
}

function readObject(value: string): Record<string, string> | null {
  if (!value.startsWith('{') || !value.endsWith('}')) return null
  try {
    const parsed: unknown = JSON.parse(value)
    if (typeof parsed !== 'object' || parsed === null) return null
    return Object.fromEntries(
      Object.entries(parsed).map(([key, one]) => [key, typeof one === 'string' ? one : JSON.stringify(one)]),
    )
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** An answer without intervals, as recorded by earlier versions, gives only the first and the last entry. */
function countsOf({ intervals, count, first, last }: LogPattern): LogPatternFacts['counts'] {
  if (intervals) return intervals.starts.map((start, index) => [start * 1000, intervals.counts[index] ?? 0])
  const ends = [...new Set([Date.parse(first), Date.parse(last)])]
  return ends.map((at) => [at, Math.ceil(count / ends.length)])
}
