import { createHash } from 'node:crypto'
import type { Incident, LogLine, SpanLine } from './incident.js'

/** The installation's public interface that incidents are sent to. */
export interface Installation {
  /** Calls the API with a key of all scopes. @returns the response body. Rejects on an error response. */
  call: (method: string, path: string, body?: unknown) => Promise<unknown>
  /** Posts an envelope of a project. */
  sendEnvelope: (project: { number: number; publicKey: string }, body: string) => Promise<unknown>
  project: { number: number; publicKey: string }
}

/** An incident shifted in time. */
export interface FedIncident {
  /** Shift of all times in milliseconds. */
  shiftMs: number
  /** Samples that must be queryable before everything has arrived. */
  samples: number
}

const repository = 'acme/monorepo'
const settleMs = 5_000

/** Sends everything but the truth, shifted in time so that the incident has just ended. */
export async function feedIncident(installation: Installation, incident: Incident, now: number): Promise<FedIncident> {
  const shiftMs = now - settleMs - Date.parse(latestTime(incident))
  const at = (time: string) => new Date(Date.parse(time) + shiftMs).toISOString()
  await feedChanges(installation, incident, at)
  await feedTelemetry(installation, incident, at)
  return { shiftMs, samples: incident.metrics.length }
}

/** The prompt of a session about the incident: its alert. */
export function sessionRequest({ alert }: Incident, { shiftMs }: FedIncident) {
  const firedAt = new Date(Date.parse(alert.fired_at) + shiftMs).toISOString()
  return { prompt: alert.summary, context: { alert: { ...alert, fired_at: firedAt } } }
}

type Move = (time: string) => string

async function feedChanges({ call }: Installation, incident: Incident, at: Move): Promise<void> {
  const commits = incident.commits.map(({ sha, timestamp, message, author, files_changed: files, diff }) => ({
    kind: 'commit',
    id: sha,
    occurred_at: at(timestamp),
    title: message,
    author,
    repository,
    files,
    ...(diff !== null && { diff }),
  }))
  const flags = incident.flags.map(({ flag, timestamp, change, service, actor }) => ({
    kind: 'flag',
    id: `${flag}@${timestamp}`,
    occurred_at: at(timestamp),
    title: `${flag}: ${change}`,
    service,
    author: actor,
  }))
  const notices = (incident.statusFeed?.incidents ?? []).map((notice, index) => ({
    kind: 'status',
    id: `status-${index}`,
    occurred_at: at(notice.created_at),
    title: notice.name,
    details: { ...notice, created_at: at(notice.created_at), provider: incident.statusFeed?.provider },
  }))
  for (const changes of inParts([...commits, ...flags, ...notices], 100))
    await call('POST', '/api/v1/changes/', { changes })
  for (const { service, version, commit_sha, timestamp } of incident.deploys) {
    await call('POST', '/api/v1/deployments/', {
      deployment_request: `Deploy ${service} ${version}`,
      repository_full_name: repository,
      commit_sha,
      service,
      version,
      occurred_at: at(timestamp),
      monitor: false,
    })
  }
}

async function feedTelemetry(installation: Installation, incident: Incident, at: Move): Promise<void> {
  const { call, sendEnvelope, project } = installation
  const metrics = gatherSamples(incident, at)
  for (const part of inParts(metrics, 1_000)) await call('POST', '/api/v1/telemetry/metrics', { metrics: part })
  const spans = incident.spans.map((span) => toSpan(span, at))
  for (const part of inParts(spans, 1_000)) await call('POST', '/api/v1/telemetry/spans', { spans: part })
  for (const part of inParts(incident.logs, 100)) await sendEnvelope(project, toEnvelope(part, at))
}

/** One sample per service and minute, of a container named after the service. */
function gatherSamples({ metrics }: Incident, at: Move) {
  const samples = new Map<string, { timestamp: string; [label: string]: unknown; metrics: Record<string, number> }>()
  for (const { timestamp, service, metric, value } of metrics) {
    const key = `${timestamp} ${service}`
    const labels = { cluster: 'main', namespace: 'default', pod: `${service}-0`, container: service, node: 'node-1' }
    const sample = samples.get(key) ?? { timestamp: at(timestamp), ...labels, metrics: {} }
    sample.metrics[metric] = value
    samples.set(key, sample)
  }
  return [...samples.values()]
}

function toSpan({ trace_id: trace, parent_id: parent, span_id: id, name, start, status, ...rest }: SpanLine, at: Move) {
  const hex = (text: string) =>
    createHash('sha256')
      .update(trace + text)
      .digest('hex')
      .slice(0, 16)
  return {
    trace_id: trace,
    span_id: hex(id),
    parent_span_id: parent === null ? null : hex(parent),
    service: rest.service,
    operation: name,
    start_time: at(start),
    duration_ms: rest.duration_ms,
    status: status.toLowerCase(),
  }
}

function toEnvelope(lines: readonly LogLine[], at: Move): string {
  const items = lines.map(({ timestamp, service, severity_text: level, msg, trace_id, ...attributes }) => ({
    timestamp: Date.parse(at(timestamp)) / 1_000,
    trace_id,
    level: level.toLowerCase(),
    body: msg,
    attributes: Object.fromEntries(
      Object.entries({ 'service.name': service, ...attributes }).map(([name, value]) => [name, typed(value)]),
    ),
  }))
  const payload = JSON.stringify({ items })
  const header = {
    type: 'log',
    item_count: items.length,
    content_type: 'application/vnd.sentry.items.log+json',
    length: Buffer.byteLength(payload),
  }
  return `{}\n${JSON.stringify(header)}\n${payload}\n`
}

function typed(value: string | number | boolean) {
  if (typeof value === 'string') return { value, type: 'string' }
  if (typeof value === 'boolean') return { value, type: 'boolean' }
  return { value, type: Number.isInteger(value) ? 'integer' : 'double' }
}

function latestTime({ logs, metrics, spans, commits, deploys, alert }: Incident): string {
  const times = [
    alert.fired_at,
    ...[...logs, ...metrics, ...commits, ...deploys].map(({ timestamp }) => timestamp),
    ...spans.map(({ start }) => start),
  ]
  return times.reduce((latest, time) => (time > latest ? time : latest))
}

function inParts<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, part) => list.slice(part * size, (part + 1) * size))
}
