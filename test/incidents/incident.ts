/**
 * An incident with everything available to an engineer, and the truth about it. On disk it is a folder: `alert.json`,
 * `logs.ndjson`, `metrics.csv`, `traces.json`, `context/commits.json`, `context/deploys.json`, `context/flags.json`,
 * `context/status_feed.json` and `ground_truth.json`. Field names are those of the files; times are ISO 8601.
 */
export interface Incident {
  name: string
  kind: IncidentKind
  alert: Alert
  logs: LogLine[]
  metrics: MetricPoint[]
  spans: SpanLine[]
  commits: CommitLine[]
  deploys: DeployLine[]
  flags: FlagLine[]
  /** A provider's status notices; null if there are none. */
  statusFeed: { provider: string; incidents: StatusNotice[] } | null
  truth: Truth
}

export const incidentKinds = [
  'bad-deploy',
  'delayed-leak',
  'innocent-deploy',
  'config-only',
  'surge',
  'noisy-node',
  'upstream-outage',
  'certificate',
  'dns',
  'evidence-stops-short',
  'healthy',
] as const
export type IncidentKind = (typeof incidentKinds)[number]

export interface Alert {
  service: string
  metric: string
  observed: number
  threshold: number
  summary: string
  fired_at: string
  severity: string
}

export interface LogLine {
  timestamp: string
  service: string
  severity_text: string
  msg: string
  trace_id: string
  [attribute: string]: string | number | boolean
}

export interface MetricPoint {
  timestamp: string
  service: string
  metric: string
  value: number
}

export interface SpanLine {
  trace_id: string
  span_id: string
  parent_id: string | null
  service: string
  name: string
  start: string
  duration_ms: number
  status: 'OK' | 'ERROR'
}

export interface CommitLine {
  sha: string
  author: string
  timestamp: string
  message: string
  files_changed: string[]
  diff: string | null
}

export interface DeployLine {
  timestamp: string
  service: string
  commit_sha: string
  version: string
}

export interface FlagLine {
  timestamp: string
  flag: string
  service: string
  change: string
  actor: string
}

export interface StatusNotice {
  created_at: string
  status: string
  name: string
  body: string
}

/** The truth. `root_cause_commit` is `none` if no commit is to blame. */
export interface Truth {
  scenario: string
  /**
   * What a good report does: name the culprit, state that no commit is to blame, or name nothing because the evidence
   * is missing or nothing is wrong.
   */
  expected: 'commit' | 'none' | 'abstain'
  root_cause_commit: string
  first_failing_service: string
  blast_radius: string[]
  remediation: string
  decoy_deploy_commits: string[]
}
