import type { TimeWindow } from '../investigation/time-window.js'
import type { Change } from '@signalbox/contracts'

/**
 * Everything that is known of a stretch of time before anybody reasons about it: plain values, made by queries alone,
 * the same for the same answers. Times are Unix milliseconds. Every part names the evidence it was read from.
 */
export interface FactPack {
  /** What is looked at: from well before the alert (so that there is a baseline) until the session began. */
  window: TimeWindow
  alert: AlertFacts
  /** Names of all services that sent anything within the window, sorted. */
  services: readonly string[]
  /** Numbers over time: container metrics, application metrics, and what spans, errors and logs count to. */
  series: readonly SeriesFacts[]
  /** Log lines by pattern: lines that differ in numbers and ids only are one. */
  logPatterns: readonly LogPatternFacts[]
  /** Errors by fingerprint. */
  errorGroups: readonly ErrorGroupFacts[]
  /** What services do, by operation, within the window and before onset. */
  operations: readonly OperationFacts[]
  /** Who calls whom, from spans with parents. */
  dependencies: readonly DependencyFacts[]
  /** Spans that failed, a few of each operation, with what they say. */
  failedSpans: readonly FailedSpanFacts[]
  /** Spans of whole traces: all of a short stretch with few, else those of failed, slow and typical traces. */
  spans: readonly SpanFacts[]
  /** Longest chains of spans, from root to leaf. */
  criticalPaths: readonly CriticalPathFacts[]
  /** Commits with diffs, flags, configuration, status notices and deployments: also from before the window. */
  changes: readonly Change[]
  changesEvidence: readonly EvidenceId[]
  /** Crash loops, restarts, memory and processor in relation to what is allowed; empty where no cluster is watched. */
  saturation: readonly SaturationFacts[]
  /** Questions that could not be answered, and why: what is missing must not be taken for what is well. */
  gaps: readonly string[]
}

/** Names a stored query result of the session: `e1`, `e2`, … */
export type EvidenceId = string

/** What the session was started for, as far as its prompt and context say. */
export interface AlertFacts {
  /** Null when none is named. */
  service: string | null
  metric: string | null
  threshold: number | null
  observed: number | null
  firedAt: number
  /** Whether something says when it fired; otherwise it is when somebody asked, or the time that they asked about. */
  isFired: boolean
  /** Prompt and all texts of the context. */
  text: string
}

/** Where the numbers of a series come from. `container` metrics are also what machines and infrastructure report. */
export type SeriesSource = 'container' | 'app' | 'spans' | 'errors' | 'logs'

export interface SeriesFacts {
  /** Unique within the pack: `<source>:<service>:<metric>`. */
  id: string
  source: SeriesSource
  /** Service, or the container or host that reports it. */
  service: string
  /** As it was sent; for spans `requests`, `error_ratio`, `latency_p95_ms`, for errors `events`, for logs `warnings`. */
  metric: string
  /** Ascending by time: Unix milliseconds and value, at most `pointsMax`, a minute apart or more. */
  points: readonly (readonly [at: number, value: number])[]
  evidence: EvidenceId
}

export interface LogPatternFacts {
  service: string
  /** trace, debug, info, warn, error or fatal. */
  level: string
  /** The text with what varies masked: `charge <n> failed for mara`. */
  pattern: string
  /** What it is with others of the service and level that differ in a few words: `charge <n> failed for <*>`. */
  partOf: string
  count: number
  /** Lines of it in the part of the window before the alert's hour; 0 for what is new. */
  countBefore: number
  firstAt: number
  lastAt: number
  /** Lines by interval, ascending: start in Unix milliseconds and count; intervals without lines are left out. */
  counts: readonly (readonly [at: number, count: number])[]
  /** Up to five lines as they were, spread over the time, with attributes. */
  examples: readonly { at: number; body: string; attributes: Readonly<Record<string, string>>; traceId: string }[]
  /** Values of attributes that most lines of the pattern share, with the ratio of lines that have them, 0 to 1. */
  commonAttributes: readonly { name: string; value: string; ratio: number }[]
  evidence: EvidenceId
}

export interface ErrorGroupFacts {
  fingerprint: string
  service: string
  type: string
  message: string
  /** Function and file of the frames, the innermost first. */
  frames: readonly { function: string; file: string; line: number | null }[]
  count: number
  countBefore: number
  /** First event that is kept, also before the window. */
  firstSeenAt: number
  lastSeenAt: number
  /** Seen first within the window; `regressed`: seen before, then not for a day, and again. */
  state: 'new' | 'regressed' | 'known'
  releases: readonly string[]
  evidence: EvidenceId
}

/** The same measurements of two windows. */
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
  /** Services of its ancestors, the nearest first. */
  callers: readonly string[]
  /** Services of its descendants that failed as well. */
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
  /** The part of it in which none of its children runs. */
  selfMs: number
  failed: boolean
  /** Service of the span that it hangs below; null for roots. */
  caller: string | null
  /** Services of the spans right below it that failed as well. */
  failedCallees: readonly string[]
  attributes: Readonly<Record<string, string>>
  evidence: EvidenceId
}

export interface CriticalPathFacts {
  traceId: string
  durationMs: number
  /** From the root on, with the time that is spent in the span itself. */
  steps: readonly { service: string; operation: string; selfMs: number; status: string }[]
  evidence: EvidenceId
}

export interface SaturationFacts {
  /** `pod` or `node`. */
  subject: 'pod' | 'node'
  name: string
  service: string
  kind: 'memory' | 'cpu' | 'restarts' | 'crash-loop' | 'oom-killed'
  /** Ratio 0 to 1 for memory and cpu, a count for the others. */
  value: number
  at: number
  evidence: EvidenceId
}
