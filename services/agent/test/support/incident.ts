import type { ExpectedCause } from './expected-cause.js'

/** A stored incident: a project's telemetry, and the cause. Times are ISO 8601. */
export interface Incident {
  name: string
  alert: {
    service: string
    metric: string
    threshold?: number
    observed?: number
    fired_at: string
    summary?: string
    [more: string]: unknown
  }
  logs: readonly { timestamp: string; service: string; severity_text: string; msg: string; [more: string]: unknown }[]
  /** Rows of `service, metric, points`. */
  series: readonly { service: string; metric: string; points: readonly (readonly [at: string, value: number])[] }[]
  spans: readonly IncidentSpan[]
  commits: readonly {
    sha: string
    author: string
    timestamp: string
    message: string
    files_changed: readonly string[]
    diff: string | null
  }[]
  deploys: readonly { timestamp: string; service: string; commit_sha: string; version: string }[]
  flags: readonly { timestamp: string; flag: string; service: string; change: string; actor: string }[]
  notices: readonly Readonly<Record<string, unknown>>[]
  /** Source of the status notices. */
  noticeSource: string
  truth: ExpectedCause
}

export interface IncidentSpan {
  trace_id: string
  span_id: string
  parent_id: string | null
  service: string
  name: string
  start: string
  duration_ms: number
  status: string
  [more: string]: unknown
}
