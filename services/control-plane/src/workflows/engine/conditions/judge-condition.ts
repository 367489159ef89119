import type { ConditionTriggerKind, TriggersByKind } from '@signalbox/contracts'
import type { Ask } from '../../../telemetry-queries/ask.js'
import { givenFilters } from '../../../telemetry-queries/query-context.js'
import { isBeyond } from '../../../telemetry-queries/is-beyond.js'
import { listMonitors } from '../../../telemetry-queries/list-monitors.js'
import { measureAppMetric } from '../../../telemetry-queries/measure-app-metric.js'
import { countErrors } from '../../../telemetry-queries/measure-errors.js'
import { stepsBefore, windowBefore } from '../../../telemetry-queries/window.js'

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
  trigger: TriggersByKind[K]
  now: number
}

type Judge<K extends ConditionTriggerKind> = (ask: Ask, question: Question<K>) => Promise<Judgement>

/** @throws Error when the query is refused or cannot be asked. */
export function judgeCondition(ask: Ask, question: Question<ConditionTriggerKind>): Promise<Judgement> {
  return judge(ask, question.trigger.kind, question)
}

function judge<K extends ConditionTriggerKind>(ask: Ask, kind: K, question: Question<K>) {
  return judges[kind](ask, question)
}

const judgeErrors: Judge<'error_rate'> = async (ask, { organizationId, trigger, now }) => {
  const { more_than, level, project_id, within_minutes = 5 } = trigger
  const window = windowBefore(now, within_minutes)
  const events = await countErrors({ ask, organizationId, now }, { window, ...givenFilters({ level, project_id }) })
  const context = { error_rate: { events, more_than, level, project_id: project_id ?? null, ...window } }
  return single(events > more_than, context)
}

const judgeMetric: Judge<'metric_threshold'> = async (ask, { organizationId, trigger, now }) => {
  const { metric, aggregate = 'avg', is, value, project_id, service, environment, within_minutes = 5 } = trigger
  const { window, interval_seconds } = stepsBefore(now, within_minutes)
  const filters = givenFilters({ project_id, service, environment })
  const question = { name: metric, aggregate, window, interval_seconds, ...filters }
  const measured = await measureAppMetric({ ask, organizationId, now }, question)
  const context = {
    metric: { name: metric, aggregate, is, threshold: value, value: measured ?? null, ...filters, ...window },
  }
  if (measured === undefined) return { holds: undefined, findings: [] }
  return single(isBeyond(is, measured, value), context)
}

const judgeMonitors: Judge<'check_in_missed'> = async (ask, { organizationId, trigger, now }) => {
  const { monitors: slugs, project_id, environment } = trigger
  const scope = givenFilters({ project_id, environment })
  const { monitors, isWhole } = await listMonitors({ ask, organizationId, now }, scope)
  const missed = monitors.filter(({ slug, status }) => status === 'missed' && (slugs?.includes(slug) ?? true))
  return {
    // Of those that were not answered nothing is known.
    holds: missed.length > 0 || (isWhole ? false : undefined),
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

/** Every kind of condition. */
const judges: { readonly [K in ConditionTriggerKind]: Judge<K> } = {
  error_rate: judgeErrors,
  metric_threshold: judgeMetric,
  check_in_missed: judgeMonitors,
}
