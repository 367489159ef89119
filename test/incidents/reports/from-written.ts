import { createHash } from 'node:crypto'
import { readIncidentsInNoise } from '../../../services/agent/test/support/stored-incidents.js'
import type { Incident, SpanLine } from '../incident.js'

/** A stored incident in the form that is sent. @throws Error if there is none with the name. */
export function readWrittenIncident(name: string): Incident {
  const written = readIncidentsInNoise().find((one) => one.name === name)
  if (!written) throw new Error(`no incident is called ${name}`)
  const { alert, logs, series, spans, commits, deploys, flags, notices, noticeSource } = written
  const { service, metric, observed = 0, threshold = 0, summary = '', fired_at } = alert
  return {
    name,
    kind: 'bad-deploy',
    alert: { service, metric, observed, threshold, summary, fired_at, severity: 'critical' },
    logs: logs.map((line) => ({
      ...textsOf(line),
      ...line,
      trace_id: traceOf(String(textsOf(line)['trace_id'] ?? '')),
    })),
    metrics: series.flatMap((one) =>
      one.points.map(([timestamp, value]) => ({ timestamp, service: one.service, metric: one.metric, value })),
    ),
    spans: joinTraces(spans),
    commits: commits.map((commit) => ({ ...commit, files_changed: [...commit.files_changed] })),
    deploys: [...deploys],
    flags: [...flags],
    statusFeed:
      notices.length === 0
        ? null
        : {
            provider: noticeSource,
            incidents: notices.map((notice) => {
              const textOf = (...names: string[]) =>
                names.map((field) => notice[field]).find((value) => typeof value === 'string') ?? ''
              return {
                created_at: textOf('timestamp', 'started_at', 'created_at', 'updated_at') || fired_at,
                status: textOf('status'),
                name: textOf('title', 'name'),
                body: textOf('body', 'message'),
              }
            }),
          },
    truth: {
      scenario: '',
      expected: 'commit',
      root_cause_commit: written.truth.root_cause_commit,
      first_failing_service: written.truth.first_failing_service,
      blast_radius: [],
      remediation: written.truth.remediation,
      decoy_deploy_commits: [],
    },
  }
}

/** Attributes are plain values. */
function textsOf(line: Readonly<Record<string, unknown>>): Record<string, string | number | boolean> {
  const plain = (value: unknown) =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : JSON.stringify(value)
  return Object.fromEntries(Object.entries(line).map(([name, value]) => [name, plain(value)]))
}

/** A child span's `same` refers to the trace of the root before it. */
function joinTraces(spans: ReturnType<typeof readIncidentsInNoise>[number]['spans']): SpanLine[] {
  let root = ''
  return spans.map(({ trace_id, span_id, parent_id, service, name, start, duration_ms, status }) => {
    if (trace_id !== 'same') root = trace_id
    const ok = status.toLowerCase() === 'ok'
    return {
      trace_id: traceOf(root),
      span_id,
      parent_id,
      service,
      name,
      start,
      duration_ms,
      status: ok ? 'OK' : 'ERROR',
    }
  })
}

/** Trace ids have 32 hex digits; stored incidents may use any. */
function traceOf(id: string): string {
  return /^[0-9a-f]{32}$/.test(id) ? id : createHash('sha256').update(id).digest('hex').slice(0, 32)
}
