import type { Alert, AlertRule, AppMetricPoint, DataPointAggregate, ServicePoint } from '@signalbox/contracts'
import { hourMs, minuteMs } from '../../parts/time/format-time.js'

/** What was measured in one step. */
export interface StepPoint {
  /** Start in Unix milliseconds. */
  at: number
  value: number
  /** For means. */
  weight: number
}

/** The steps that a chart covers, in Unix milliseconds. */
export interface Steps {
  /** Start of the first step. */
  startMs: number
  endMs: number
  stepMs: number
  /** The rule's window, which ends with each step. */
  windowMs: number
}

/** How the steps of a window become its value. */
export type Summary = 'sum' | 'min' | 'max' | 'mean'

const stepsMax = 480

/**
 * The time around an alert: as long before it as helps to see what is usual, until it ended or now. Long ones have
 * longer steps.
 */
export function stepsAround(alert: Alert, windowMs: number, now: number): Steps {
  const lead = Math.max(hourMs, 6 * windowMs)
  const [began, ended] = [Date.parse(alert.began_at), alert.resolved_at === null ? now : Date.parse(alert.resolved_at)]
  const from = began - lead
  const to = Math.min(now, ended + lead / 2)
  const stepMs = Math.ceil((to - from) / minuteMs / stepsMax) * minuteMs
  return { startMs: Math.floor(from / stepMs) * stepMs, endMs: Math.floor(to / stepMs) * stepMs, stepMs, windowMs }
}

/**
 * The value of the window that ends with each step, as the rule measures it. Null without points, or 0 if that is what
 * nothing means.
 */
export function rollUp(points: readonly StepPoint[], steps: Steps, summary: Summary, nothing: 0 | null) {
  const { startMs, endMs, stepMs, windowMs } = steps
  const times = Array.from({ length: Math.max(0, (endMs - startMs) / stepMs) }, (_, index) => {
    return startMs + (index + 1) * stepMs
  })
  // A step that is longer than the window stands for it: its sum is that of several windows.
  const spanMs = Math.max(windowMs, stepMs)
  const factor = summary === 'sum' ? windowMs / spanMs : 1
  const sorted = points.toSorted((a, b) => a.at - b.at)
  // Windows overlap and move forward, so both of their ends only ever advance.
  let [from, to] = [0, 0]
  const values = times.map((end) => {
    while ((sorted[to]?.at ?? Infinity) < end) to += 1
    while ((sorted[from]?.at ?? Infinity) < end - spanMs) from += 1
    return from === to ? nothing : summarize(sorted.slice(from, to), summary) * factor
  })
  return { times, values }
}

function summarize(points: readonly StepPoint[], summary: Summary): number {
  const values = points.map(({ value }) => value)
  if (summary === 'min') return values.reduce((least, value) => Math.min(least, value), Infinity)
  if (summary === 'max') return values.reduce((most, value) => Math.max(most, value), -Infinity)
  const weighted = points.reduce((sum, { value, weight }) => sum + value * (summary === 'mean' ? weight : 1), 0)
  return summary === 'sum' ? weighted : weighted / points.reduce((sum, { weight }) => sum + weight, 0)
}

/** How the values of shorter intervals become that of a window. */
export function summaryOf(aggregate: DataPointAggregate): Summary {
  if (aggregate === 'sum' || aggregate === 'count') return 'sum'
  return aggregate === 'min' || aggregate === 'max' ? aggregate : 'mean'
}

/** Where a rule's measurements come from. */
export type Source =
  | { from: 'points' | 'app'; metric: string; rule: RuleOf<'metric_threshold'> }
  | { from: 'services'; measure: 'events' | 'share' | 'p95'; service: string | undefined }

type RuleOf<K extends AlertRule['kind']> = Extract<AlertRule, { kind: K }>

/** Undefined for rules whose measurements are no series that can be queried. */
export function sourceOf(rule: AlertRule): Source | undefined {
  switch (rule.kind) {
    case 'metric_threshold':
      if (rule.source === 'data_point') return { from: 'points', metric: rule.metric, rule }
      return rule.source === 'app' ? { from: 'app', metric: rule.metric, rule } : undefined
    case 'error_rate':
      if (rule.measure === 'share') return { from: 'services', measure: 'share', service: rule.service }
      // The series counts errors, as the default level does.
      return rule.level === 'error' ? { from: 'services', measure: 'events', service: undefined } : undefined
    case 'p95_latency':
      return rule.operation === undefined ? { from: 'services', measure: 'p95', service: rule.service } : undefined
    default:
      return undefined
  }
}

/** A service's measure in steps; requests are the weight. */
export function toServicePoint(point: ServicePoint, measure: 'events' | 'share' | 'p95'): StepPoint[] {
  const { timestamp, requests, errors, p95_ms: p95Ms, error_events: events } = point
  const at = Date.parse(timestamp)
  if (measure === 'events') return [{ at, value: events, weight: 1 }]
  if (requests === 0) return []
  if (measure === 'share') return [{ at, value: errors / requests, weight: requests }]
  return p95Ms === null ? [] : [{ at, value: p95Ms, weight: requests }]
}

/** Nothing for aggregates that application metrics do not have. */
export function toAppPoint(point: AppMetricPoint, aggregate: DataPointAggregate): StepPoint[] {
  if (aggregate === 'rate' || aggregate === 'p90' || aggregate === 'p99') return []
  return [{ at: Date.parse(point.timestamp), value: point[aggregate], weight: point.count }]
}

/** A group as alerts name their subject. */
export function nameGroup(group: Readonly<Record<string, string>>): string {
  return Object.entries(group)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${value}`)
    .join(', ')
}
