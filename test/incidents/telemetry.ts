import { minutesOfIncident, type Story } from './story.js'

/** How a number changes: constant, a step at a minute, or a climb between two minutes. */
export interface Course {
  from: number
  to?: number
  /** Minute in which it starts to change; default: never. */
  since?: number
  /** Minutes until the new level; 2 is a step. */
  rise?: number
  noise?: number
}

export function addMetric({ incident, at, around }: Story, service: string, metric: string, course: Course): void {
  for (let minute = 0; minute < minutesOfIncident; minute++) {
    const value = around(levelAt(course, minute), course.noise)
    incident.metrics.push({ timestamp: at(minute), service, metric, value })
  }
}

function levelAt({ from, to = from, since = Infinity, rise = 2 }: Course, minute: number): number {
  const share = Math.min(1, Math.max(0, (minute - since) / rise))
  return minute < since ? from : from + (to - from) * share
}

/** What every service of an incident reports continuously, before and after the onset. */
export function addService(
  story: Story,
  service: string,
  { errors, slower, requests }: { errors?: number; slower?: number; requests?: number } = {},
): void {
  const { random, onset } = story
  const rate = random.integer(40, 300)
  const p99 = random.integer(60, 240)
  addMetric(story, service, 'http_requests_per_second', {
    from: rate,
    to: rate * (requests ?? 1),
    since: onset,
    rise: 3,
  })
  addMetric(story, service, 'http_5xx_ratio', { from: 0.003, to: errors ?? 0.003, since: onset, rise: 4, noise: 0.15 })
  addMetric(story, service, 'http_server_duration_p99_ms', {
    from: p99,
    to: p99 * (slower ?? 1),
    since: onset,
    rise: 4,
  })
  addMetric(story, service, 'cpu_utilization', { from: 0.35, to: requests ? 0.96 : 0.37, since: onset, rise: 5 })
  for (let minute = 1; minute < minutesOfIncident; minute += 5)
    addLog(story, minute, { service, level: 'INFO', msg: 'request handled' })
}

export interface LogEntry {
  service: string
  level: 'INFO' | 'WARN' | 'ERROR'
  msg: string
  attributes?: Record<string, string | number | boolean>
}

export function addLog(story: Story, minute: number, { service, level, msg, attributes = {} }: LogEntry): void {
  const { incident, at, random, traceId } = story
  const timestamp = at(minute + random.next())
  incident.logs.push({ timestamp, service, severity_text: level, msg, trace_id: traceId(), ...attributes })
}

/** A repeated line from a minute until the end; `write` creates each one, with varying ids and numbers. */
export function addLogs(story: Story, since: number, write: () => LogEntry): void {
  for (let minute = since; minute < minutesOfIncident; minute++) {
    const count = story.random.integer(1, 3)
    for (let line = 0; line < count; line++) addLog(story, minute, write())
  }
}

/**
 * Successful requests before the onset, and failing ones after it: from the edge through the service to the
 * dependency.
 */
export function addTraces(
  story: Story,
  { failsAt, slowMs }: { failsAt?: 'failing' | 'dependency'; slowMs?: number } = {},
): void {
  const { cast, onset } = story
  for (let minute = 20; minute < minutesOfIncident; minute += 6) {
    const suffers = minute >= onset
    addTrace(story, minute, {
      names: [cast.edge, cast.failing, cast.dependency],
      failed: !suffers || failsAt === undefined ? [] : failsAt === 'dependency' ? [0, 1, 2] : [0, 1],
      durationMs: suffers ? (slowMs ?? 90) : 90,
    })
  }
}

function addTrace(
  { incident, at, traceId, random, around, cast }: Story,
  minute: number,
  { names, failed, durationMs }: { names: string[]; failed: number[]; durationMs: number },
): void {
  const trace = traceId()
  const ids = names.map(() => random.hex(4))
  for (const [index, service] of names.entries()) {
    incident.spans.push({
      trace_id: trace,
      span_id: ids[index] ?? '',
      parent_id: ids[index - 1] ?? null,
      service,
      name: index === 0 ? `GET /${cast.noun}s` : index === 1 ? `find ${cast.noun}` : 'query',
      start: at(minute + index / 6_000),
      duration_ms: Math.round(around(durationMs * (1 - index * 0.1), 0.2)),
      status: failed.includes(index) ? 'ERROR' : 'OK',
    })
  }
}

/** The alert that paged someone. */
export function raiseAlert(
  { incident, at, onset }: Story,
  alert: { service: string; metric: string; observed: number; threshold: number; summary: string },
): void {
  incident.alert = { ...alert, fired_at: at(onset + 6), severity: 'critical' }
}
