import {
  queryAppMetrics,
  queryErrors,
  queryMonitors,
  type ConditionTriggerKind,
  type TriggerOf,
} from '@signalbox/contracts'
import type { Ask } from '../../ask.js'

/** What asking found. */
export interface Judgement {
  /** Whether the condition holds; undefined when nothing can be said, such as of a metric that nobody sent. */
  holds: boolean | undefined
  /** What holds, each told apart by its key; one without a key when the condition is a single one. */
  findings: readonly Finding[]
}

export interface Finding {
  /** Undefined: it counts when the condition begins to hold. Otherwise it counts once, however long it holds. */
  key: string | undefined
  /** Values for the variables of instructions. */
  context: Readonly<Record<string, unknown>>
}

/** Who asks, and until when is looked: Unix milliseconds. */
export interface Question<K extends ConditionTriggerKind> {
  organizationId: string
  trigger: TriggerOf<K>
  now: number
}

type Judge<K extends ConditionTriggerKind> = (ask: Ask, question: Question<K>) => Promise<Judgement>

const minuteMs = 60_000
/** A job that runs once a month is known for as long. */
const monitorsMs = 35 * 86_400_000
const monitorsMax = 200
/** A metric is asked for in minutes, and over a longer window in steps of five. */
const pointsMax = 480

/** @throws Error when the query is refused or cannot be asked. */
export function judgeCondition(ask: Ask, question: Question<ConditionTriggerKind>): Promise<Judgement> {
  const { organizationId, trigger, now } = question
  switch (trigger.kind) {
    case 'error_rate':
      return judgeErrors(ask, { organizationId, trigger, now })
    case 'metric_threshold':
      return judgeMetric(ask, { organizationId, trigger, now })
    case 'check_in_missed':
      return judgeMonitors(ask, { organizationId, trigger, now })
  }
}

const judgeErrors: Judge<'error_rate'> = async (ask, { organizationId, trigger, now }) => {
  const { more_than, level, project_id, within_minutes = 5 } = trigger
  const window = windowOf(now, within_minutes)
  const query = { ...window, limit: 1, ...(level && { level }), ...(project_id && { project_id }) }
  const { total: events } = await ask(organizationId, queryErrors, query)
  const context = { error_rate: { events, more_than, level, project_id: project_id ?? null, ...window } }
  return single(events > more_than, context)
}

const judgeMetric: Judge<'metric_threshold'> = async (ask, { organizationId, trigger, now }) => {
  const { metric, aggregate = 'avg', is, value, project_id, service, environment, within_minutes = 5 } = trigger
  // Points begin at multiples of their length: a window of whole points leaves nothing out and takes nothing in.
  const stepMs = within_minutes > pointsMax ? 5 * minuteMs : minuteMs
  const window = windowOf(Math.floor(now / stepMs) * stepMs, within_minutes)
  const filters = {
    ...(project_id && { project_id }),
    ...(service && { service }),
    ...(environment && { environment }),
  }
  const query = { ...window, ...filters, name: metric, interval_seconds: stepMs / 1_000, limit: 1 }
  const answer = await ask(organizationId, queryAppMetrics, query)
  const points = 'series' in answer ? answer.series.flatMap((series) => series.points) : []
  const measured = summarize(points, aggregate)
  const context = {
    metric: { name: metric, aggregate, is, threshold: value, value: measured ?? null, ...filters, ...window },
  }
  if (measured === undefined) return { holds: undefined, findings: [] }
  return single(is === 'above' ? measured > value : measured < value, context)
}

interface Point {
  count: number
  sum: number
  min: number
  max: number
  p50: number
  p95: number
}

/**
 * One number of a window. Quantiles are those of its points, weighted by their measurements: whole ones cannot be joined.
 * @returns undefined when nothing was measured.
 */
function summarize(
  points: readonly Point[],
  aggregate: NonNullable<TriggerOf<'metric_threshold'>['aggregate']>,
): number | undefined {
  const add = (valueOf: (point: Point) => number) => points.reduce((all, point) => all + valueOf(point), 0)
  const count = add((point) => point.count)
  if (aggregate === 'count') return count
  const sum = add((point) => point.sum)
  if (aggregate === 'sum') return sum
  if (count === 0) return undefined
  if (aggregate === 'avg') return sum / count
  if (aggregate === 'min') return Math.min(...points.map(({ min }) => min))
  if (aggregate === 'max') return Math.max(...points.map(({ max }) => max))
  return add((point) => point[aggregate] * point.count) / count
}

const judgeMonitors: Judge<'check_in_missed'> = async (ask, { organizationId, trigger, now }) => {
  const { monitors: slugs, project_id, environment } = trigger
  const range = { start: toTimestamp(now - monitorsMs), end: toTimestamp(now) }
  const filters = { ...(project_id && { project_id }), ...(environment && { environment }) }
  const { monitors } = await ask(organizationId, queryMonitors, { ...range, ...filters, limit: monitorsMax })
  const missed = monitors.filter(({ slug, status }) => status === 'missed' && (slugs?.includes(slug) ?? true))
  return {
    holds: missed.length > 0,
    findings: missed.map(({ slug, project_id: project, environment: place, last_check_in, next_deadline_at }) => ({
      // Counts once until the job checks in again, however many runs it misses.
      key: JSON.stringify([project, place, slug, last_check_in]),
      context: { monitor: { slug, project_id: project, environment: place, last_check_in, next_deadline_at } },
    })),
  }
}

function single(holds: boolean, context: Finding['context']): Judgement {
  return { holds, findings: holds ? [{ key: undefined, context }] : [] }
}

function windowOf(endMs: number, minutes: number): { start: string; end: string } {
  return { start: toTimestamp(endMs - minutes * minuteMs), end: toTimestamp(endMs) }
}

function toTimestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}
