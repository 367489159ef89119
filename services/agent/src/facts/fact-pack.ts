import type { TimeWindow } from '../investigation/time-window.js'
import type { Change } from '@signalbox/contracts'

/**
 * Facts about a time window, collected before any reasoning: plain values, computed from queries alone, identical for
 * identical answers. Times are Unix milliseconds. Every part names the evidence it was read from.
 */
export interface FactPack {
  /** The examined window: from well before the alert (to have a baseline) until the session began. */
  window: TimeWindow
  alert: AlertFacts
  /** Names of all services that sent anything within the window, sorted. */
  services: readonly string[]
  /** Time series: container metrics, application metrics, and counts derived from spans, errors and logs. */
  series: readonly SeriesFacts[]
  /** Log lines by pattern: lines that differ only in numbers and ids share a pattern. */
  logPatterns: readonly LogPatternFacts[]
  /** Errors by fingerprint. */
  errorGroups: readonly ErrorGroupFacts[]
  /** Service operations, within the window and before the onset. */
  operations: readonly OperationFacts[]
  /** Call graph between services, from spans with parents. */
  dependencies: readonly DependencyFacts[]
  /** Failed spans, a few per operation, with their messages. */
  failedSpans: readonly FailedSpanFacts[]
  /**
   * Spans of complete traces: all of them for a short, quiet window, otherwise those of failed, slow and typical
   * traces.
   */
  spans: readonly SpanFacts[]
  /** Critical paths from root to leaf. */
  criticalPaths: readonly CriticalPathFacts[]
  /**
   * Commits with diffs, flags, configuration, status notices and deployments, including some from before the window.
   */
  changes: readonly Change[]
  changesEvidence: readonly EvidenceId[]
  /** Crash loops, restarts, and memory and CPU relative to their limits; empty if no cluster is monitored. */
  saturation: readonly SaturationFacts[]
  /** Queries that failed, with the reason: missing data must not be mistaken for good health. */
  gaps: readonly string[]
}

/** Id of a query result stored in the session: `e1`, `e2`, … */
export type EvidenceId = string

/** The alert a session was started for, as far as its prompt and context describe it. */
export interface AlertFacts {
  /** Null if none is named. */
  service: string | null
  metric: string | null
  threshold: number | null
  observed: number | null
  firedAt: number
  /**
   * True if the context says when the alert fired; otherwise `firedAt` is the time of the request, or the time the
   * request is about.
   */
  isFired: boolean
  /** True if a person asks why something fails now: no alert, and no time of day is named. */
  isFailureQuestion: boolean
  /** The prompt and all texts of the context. */
  text: string
}

/** Where a series comes from. `container` metrics include those reported by machines and infrastructure. */
export type SeriesSource = 'container' | 'app' | 'spans' | 'errors' | 'logs'

export interface SeriesFacts {
  /** Unique within the pack: `<source>:<service>:<metric>`. */
  id: string
  source: SeriesSource
  /** Service, or the container or host that reports the metric. */
  service: string
  /**
   * Metric name as sent; for spans `requests`, `error_ratio`, `latency_p95_ms`, for errors `events`, for logs
   * `warnings`.
   */
  metric: string
  /** Ascending by time: Unix milliseconds and value, at most `pointsMax`, at least a minute apart. */
  points: readonly (readonly [at: number, value: number])[]
  evidence: EvidenceId
}

export interface LogPatternFacts {
  service: string
  /** trace, debug, info, warn, error or fatal. */
  level: string
  /** The text with its variable parts masked: `charge <n> failed for mara`. */
  pattern: string
  /**
   * The broader pattern shared with lines of the same service and level that differ in a few words: `charge <n> failed
   * for <*>`.
   */
  partOf: string
  count: number
  /** Matching lines before the hour of the alert; 0 for new patterns. */
  countBefore: number
  firstAt: number
  lastAt: number
  /** Line counts by interval, ascending: start in Unix milliseconds and count. Intervals without lines are left out. */
  counts: readonly (readonly [at: number, count: number])[]
  /** Up to five original lines, spread over time, with attributes. */
  examples: readonly { at: number; body: string; attributes: Readonly<Record<string, string>>; traceId: string }[]
  /** Attribute values that most lines of the pattern share, with the share of lines that have them, 0 to 1. */
  commonAttributes: readonly { name: string; value: string; ratio: number }[]
  evidence: EvidenceId
}

export interface ErrorGroupFacts {
  fingerprint: string
  service: string
  type: string
  message: string
  /** Function and file of the frames, innermost first. */
  frames: readonly { function: string; file: string; line: number | null }[]
  count: number
  countBefore: number
  /** First stored event, even if it is before the window. */
  firstSeenAt: number
  /** First event of the window. */
  startedAt: number
  lastSeenAt: number
  /** `new`: first seen within the window. `regressed`: seen before, absent for a day, then seen again. */
  state: 'new' | 'regressed' | 'known'
  releases: readonly string[]
  evidence: EvidenceId
}

/** The same measurements in two windows. */
export interface Measured {
  calls: number
  errors: number
  p50Ms: number
  p95Ms: number
}

export interface OperationFacts {
  service: string
  operation: string
  before: Measured
  after: Measured
  evidence: EvidenceId
}

export interface DependencyFacts {
  caller: string
  callee: string
  calls: number
  errors: number
  p95Ms: number
  evidence: EvidenceId
}

export interface FailedSpanFacts {
  traceId: string
  service: string
  operation: string
  at: number
  durationMs: number
  /** Services of the ancestor spans, nearest first. */
  callers: readonly string[]
  /** Services of the descendant spans that also failed. */
  failedCallees: readonly string[]
  attributes: Readonly<Record<string, string>>
  evidence: EvidenceId
}

export interface SpanFacts {
  traceId: string
  service: string
  operation: string
  at: number
  durationMs: number
  /** Time during which none of its children runs. */
  selfMs: number
  failed: boolean
  /** Service of the parent span; null for roots. */
  caller: string | null
  /** Services of the child spans that also failed. */
  failedCallees: readonly string[]
  attributes: Readonly<Record<string, string>>
  evidence: EvidenceId
}

export interface CriticalPathFacts {
  traceId: string
  durationMs: number
  /** From the root down, with each span's self time. */
  steps: readonly { service: string; operation: string; selfMs: number; status: string }[]
  evidence: EvidenceId
}

export interface SaturationFacts {
  subject: 'pod' | 'node'
  name: string
  service: string
  kind: 'memory' | 'cpu' | 'restarts' | 'crash-loop' | 'oom-killed'
  /** A ratio from 0 to 1 for memory and CPU, otherwise a count. */
  value: number
  at: number
  evidence: EvidenceId
}
