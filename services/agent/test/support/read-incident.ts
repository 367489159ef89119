import type { Change, SampledSpan, SampledTrace } from '@signalbox/contracts'
import { readCriticalPaths } from '../../src/facts/critical-paths.js'
import { readFailedSpans } from '../../src/facts/failed-spans.js'
import { expandAttributes } from '../../src/facts/log-patterns.js'
import { readSpans } from '../../src/facts/spans.js'
import type { DependencyFacts, FactPack, LogPatternFacts, SeriesFacts } from '../../src/facts/fact-pack.js'
import { mergePatterns, type MaskedPattern } from '../../../query/src/selection/merge-patterns.js'
import { createChange } from './create-change.js'
import type { Incident, IncidentSpan } from './incident.js'

/** The facts that the service would collect of an incident from its telemetry and changes. */
export function readIncident(incident: Incident): FactPack {
  const { alert } = incident
  const spans = joinTraces(incident.spans)
  const traces = toTraces(spans)
  const series = incident.series.map(toSeries)
  const logPatterns = toPatterns(incident)
  const times = [
    ...series.flatMap(({ points }) => points.map(([at]) => at)),
    ...incident.logs.map(({ timestamp }) => Date.parse(timestamp)),
  ]
  const [start, end] = [Math.min(...times), Math.max(...times, Date.parse(alert.fired_at))]
  return {
    window: { start, end: end + 5_000 },
    alert: {
      service: alert.service,
      metric: alert.metric,
      threshold: alert.threshold ?? null,
      observed: alert.observed ?? null,
      firedAt: Date.parse(alert.fired_at),
      isFired: true,
      isFailureQuestion: false,
      text: textsOf(alert).join('\n'),
    },
    services: [...new Set([...series, ...logPatterns, ...spans].map(({ service }) => service))].sort(),
    series,
    logPatterns,
    errorGroups: [],
    operations: [],
    dependencies: toDependencies(spans),
    failedSpans: readFailedSpans(traces, 'e4'),
    spans: readSpans(traces, 'e4'),
    criticalPaths: readCriticalPaths(traces, 'e4'),
    changes: toChanges(incident),
    changesEvidence: ['e9'],
    saturation: [],
    gaps: [],
  }
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}

function toSeries({ service, metric, points }: Incident['series'][number]): SeriesFacts {
  return {
    id: `container:${service}:${metric}`,
    source: 'container',
    service,
    metric,
    points: points.map(([at, value]) => [Date.parse(at), value] as const),
    evidence: 'e1',
  }
}

const levels: Readonly<Record<string, string>> = { WARN: 'warn', WARNING: 'warn', CRITICAL: 'fatal', CRIT: 'fatal' }

function toPatterns({ logs, alert }: Incident): LogPatternFacts[] {
  const patterns = new Map<string, LogPatternFacts & { examples: LogPatternFacts['examples'][number][] }>()
  const hourBefore = Date.parse(alert.fired_at) - 3_600_000
  const inOrder = [...logs].sort((a, b) => Date.parse(a.timestamp) - Date.parse(b.timestamp))
  const merged = mergeLines(logs)
  for (const line of inOrder) {
    const { timestamp, service, severity_text, msg, trace_id, ...rest } = line
    const level = levelOf(severity_text)
    const pattern = mask(msg)
    const key = keyOf(line)
    const at = Date.parse(timestamp)
    const found = patterns.get(key) ?? {
      service,
      level,
      pattern,
      partOf: merged.get(key) ?? pattern,
      count: 0,
      countBefore: 0,
      firstAt: at,
      lastAt: at,
      counts: [],
      examples: [],
      commonAttributes: [],
      evidence: 'e2',
    }
    const attributes = expandAttributes(
      Object.fromEntries(
        Object.entries(rest).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
      ),
    )
    found.examples.push({ at, body: msg, attributes, traceId: typeof trace_id === 'string' ? trace_id : '' })
    patterns.set(key, {
      ...found,
      count: found.count + 1,
      countBefore: found.countBefore + (at < hourBefore ? 1 : 0),
      firstAt: Math.min(found.firstAt, at),
      lastAt: Math.max(found.lastAt, at),
      counts: countUp(found.counts, Math.floor(at / 60_000) * 60_000),
    })
  }
  return [...patterns.values()].map((pattern) => ({ ...pattern, examples: spread(pattern.examples, 5) }))
}

type Log = Incident['logs'][number]

function levelOf(text: string): string {
  return levels[text] ?? text.toLowerCase()
}

function keyOf(line: Log): string {
  return [line.service, levelOf(line.severity_text), mask(line.msg)].join('\n')
}

/** Line patterns as merged by the API, by service, level and masked text. */
function mergeLines(logs: Incident['logs']): Map<string, string> {
  const counted = new Map<string, MaskedPattern & { key: string }>()
  for (const line of logs) {
    const key = keyOf(line)
    const { service, msg } = line
    const known = counted.get(key) ?? { key, service, level: levelOf(line.severity_text), pattern: mask(msg), count: 0 }
    counted.set(key, { ...known, count: known.count + 1 })
  }
  const merged = mergePatterns([...counted.values()])
  return new Map(merged.flatMap(({ pattern, members }) => members.map(({ key }) => [key, pattern] as const)))
}

/** The variable parts of a line, as masked by the store. */
function mask(line: string): string {
  return line
    .replace(/"[^"]*"|`[^`]*`/g, '<text>')
    .replace(/(^|[^0-9A-Za-z])'[^']*'/g, '$1<text>')
    .replace(
      /\b(?:[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|0[xX][0-9a-fA-F]+|(?:[0-9]+[a-fA-F]|[a-fA-F]+[0-9])[0-9a-fA-F]{6,}|(?:[0-9]+[A-Za-z]|[A-Za-z]+[0-9])[0-9A-Za-z]{14,})\b/g,
      '<id>',
    )
    .replace(
      /\b[0-9]{1,3}(?:\.[0-9]{1,3}){3}(?::[0-9]+)?\b|[0-9A-Za-z._+-]+@[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)+/g,
      '<address>',
    )
    .replace(/[0-9]+(?:[.,][0-9]+)*/g, '<n>')
}

function countUp(counts: LogPatternFacts['counts'], at: number): LogPatternFacts['counts'] {
  const last = counts.at(-1)
  return last?.[0] === at ? [...counts.slice(0, -1), [at, last[1] + 1]] : [...counts, [at, 1]]
}

function spread<T>(list: readonly T[], count: number): T[] {
  return list.filter((_, index) => index % Math.ceil(list.length / count) === 0)
}

/** A child span's `same` refers to the trace of the root before it. */
function joinTraces(spans: readonly IncidentSpan[]): IncidentSpan[] {
  let root: string | null = null
  return spans.map((span) => {
    if (span.trace_id !== 'same') root = span.trace_id
    return { ...span, trace_id: root ?? span.trace_id }
  })
}

function toDependencies(spans: readonly IncidentSpan[]): DependencyFacts[] {
  const edges = new Map<string, DependencyFacts>()
  for (const span of spans) {
    const parent = parentOf(spans, span)
    if (!parent || parent.service === span.service) continue
    const key = `${parent.service} ${span.service}`
    const edge = edges.get(key) ?? {
      caller: parent.service,
      callee: span.service,
      calls: 0,
      errors: 0,
      p95Ms: 0,
      evidence: 'e3',
    }
    const errors = edge.errors + (hasFailed(span) ? 1 : 0)
    edges.set(key, { ...edge, calls: edge.calls + 1, errors, p95Ms: Math.max(edge.p95Ms, span.duration_ms) })
  }
  return [...edges.values()]
}

function parentOf(spans: readonly IncidentSpan[], span: IncidentSpan): IncidentSpan | undefined {
  return spans.find(({ trace_id, span_id }) => trace_id === span.trace_id && span_id === span.parent_id)
}

function hasFailed({ status }: IncidentSpan): boolean {
  return status.toLowerCase() !== 'ok'
}

/** The traces as the API returns them completely. */
function toTraces(spans: readonly IncidentSpan[]): SampledTrace[] {
  const traces = new Map<string, IncidentSpan[]>()
  for (const span of spans) traces.set(span.trace_id, [...(traces.get(span.trace_id) ?? []), span])
  return [...traces].map(([traceId, own]) => {
    const start = Math.min(...own.map((span) => Date.parse(span.start)))
    return {
      trace_id: traceId,
      reasons: ['typical'],
      spans: own.map((span) => toSampledSpan(span, start)),
      is_cut: false,
    }
  })
}

function toSampledSpan(span: IncidentSpan, traceStart: number): SampledSpan {
  const { span_id, parent_id, service, name, start, duration_ms, status, ...more } = span
  const rest = Object.entries(more).filter(([key]) => key !== 'trace_id')
  return {
    span_id,
    parent_span_id: parent_id ?? '',
    service,
    operation: name,
    start,
    start_offset_ms: Date.parse(start) - traceStart,
    duration_ms: Math.round(duration_ms),
    status: status.toLowerCase(),
    failed: hasFailed(span),
    attributes: Object.fromEntries(
      rest.map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)]),
    ),
  }
}

const repository = 'acme/shop'

function toChanges({ commits, flags, deploys, notices, noticeSource, alert }: Incident): Change[] {
  const iso = (time: string) => new Date(time).toISOString()
  return [
    ...commits.map((commit) =>
      createChange({
        change_id: `change-${commit.sha}`,
        kind: 'commit',
        id: commit.sha,
        occurred_at: iso(commit.timestamp),
        title: commit.message,
        repository,
        author: commit.author,
        files: [...commit.files_changed],
        diff: commit.diff,
      }),
    ),
    ...flags.map((flag) =>
      createChange({
        change_id: `change-${flag.flag}`,
        kind: 'flag',
        id: `${flag.flag}@${flag.timestamp}`,
        occurred_at: iso(flag.timestamp),
        title: `${flag.flag}: ${flag.change}`,
        service: flag.service,
        author: flag.actor,
      }),
    ),
    ...deploys.map((deploy, index) =>
      createChange({
        change_id: `deployment-${index}`,
        kind: 'deployment',
        id: `deployment-${index}`,
        occurred_at: iso(deploy.timestamp),
        title: `Deploy ${deploy.service} ${deploy.version}`,
        service: deploy.service,
        repository,
        details: {
          version: deploy.version,
          environment: null,
          commit_sha: deploy.commit_sha,
          status: 'completed',
          ref: null,
        },
      }),
    ),
    ...notices.map((notice, index) =>
      createChange({
        change_id: `notice-${index}`,
        kind: 'status',
        id: `status-${index}`,
        occurred_at: iso(firstText(notice, ['timestamp', 'started_at', 'created_at', 'updated_at']) ?? alert.fired_at),
        title: firstText(notice, ['title', 'name']) ?? `${noticeSource}: ${firstText(notice, ['status']) ?? ''}`,
        details: { ...notice },
      }),
    ),
  ]
}

function firstText(notice: Readonly<Record<string, unknown>>, fields: readonly string[]): string | undefined {
  return fields.map((field) => notice[field]).find((value) => typeof value === 'string')
}
