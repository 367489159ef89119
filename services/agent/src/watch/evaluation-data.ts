import { minuteMs } from '@signalbox/contracts'
import type { Comparison } from './compare-service.js'
import type { Evaluation } from './evaluate-deployment.js'

/** A comparison as stored in evidence: numbers rounded as claims quote them. */
export interface ComparisonData {
  service: string
  role: Comparison['role']
  measure: Comparison['measure']
  /** Statistic of the levels, as used in sentences; null for shares and rates. */
  statistic: 'p95' | null
  finding: Comparison['finding']
  onset_at: string | null
  /** Whole minutes from the deployment to the rise; null if there was none. */
  onset_after_minutes: number | null
  p_value: number
  /** `before_` and `after_` with the unit: `percent`, `ms` or `by_minute`. */
  levels: Readonly<Record<string, number | null>>
  /** Lowest level that would have been called a rise, in the same unit. */
  least_seen: number | null
}

/** @param deployedAt Unix milliseconds. */
export function toEvaluationData(evaluation: Evaluation, deployedAt: number) {
  const { newErrors } = evaluation
  return {
    verdict: evaluation.verdict,
    doubts: evaluation.doubts,
    comparisons: evaluation.comparisons.map((comparison) => toComparisonData(comparison, deployedAt)),
    new_error_kinds: newErrors.length,
    new_error_events: newErrors.reduce((sum, { count }) => sum + count, 0),
    new_errors: newErrors.map(({ firstSeenAt, fingerprint, service, title, count, releases }) => ({
      fingerprint,
      service,
      title,
      count,
      releases,
      first_seen_at: timeOf(firstSeenAt),
    })),
    rivals: evaluation.rivals.map(({ changeId, kind, title, service, at, whyNot }) => ({
      rival_id: changeId,
      kind,
      title,
      service,
      at: timeOf(at),
      why_not: whyNot,
    })),
    surges: evaluation.surges,
  }
}

function toComparisonData(comparison: Comparison, deployedAt: number): ComparisonData {
  const { service, role, measure, finding, onsetAt } = comparison
  const unit = unitOf(measure)
  return {
    service,
    role,
    measure,
    statistic: measure === 'latency_p95' ? 'p95' : null,
    finding,
    onset_at: timeOf(onsetAt),
    onset_after_minutes: onsetAt === null ? null : Math.max(0, Math.floor((onsetAt - deployedAt) / minuteMs)),
    p_value: Number(comparison.pValue.toPrecision(3)),
    levels: {
      [`before_${unit}`]: round(comparison.before, measure),
      [`after_${unit}`]: round(comparison.after, measure),
    },
    least_seen: round(comparison.leastSeen, measure),
  }
}

/** Unit in which the levels of a measure are reported. */
export function unitOf(measure: Comparison['measure']): 'percent' | 'ms' | 'by_minute' {
  if (measure === 'failed_requests') return 'percent'
  return measure === 'latency_p95' ? 'ms' : 'by_minute'
}

/** In percent, milliseconds or events per minute. */
function round(level: number | null, measure: Comparison['measure']): number | null {
  if (level === null) return null
  if (measure === 'latency_p95') return Math.round(level)
  const value = measure === 'failed_requests' ? level * 100 : level
  // Different levels must not read the same, however small: two significant digits below 0.1, otherwise two decimals.
  return Number(value < 0.1 ? Number(value.toPrecision(2)).toFixed(6) : value.toFixed(2))
}

function timeOf(at: number): string
function timeOf(at: number | null): string | null
function timeOf(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}
