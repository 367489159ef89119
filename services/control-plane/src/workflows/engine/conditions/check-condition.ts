import type { ConditionTriggerKind, TriggersByKind } from '@signalbox/contracts'
import type { QueryTelemetry } from '../../../telemetry-queries/query-telemetry.js'
import { givenFilters } from '../../../telemetry-queries/query-context.js'
import { isBeyond } from '../../../telemetry-queries/is-beyond.js'
import { listMonitors } from '../../../telemetry-queries/list-monitors.js'
import { measureAppMetric } from '../../../telemetry-queries/measure-app-metric.js'
import { countErrors } from '../../../telemetry-queries/measure-errors.js'
import { stepsBefore, windowBefore } from '../../../telemetry-queries/window.js'

/** The result of evaluating a condition. */
export interface ConditionResult {
  /** True if the condition holds; undefined if it cannot be decided, for example because nobody sent the metric. */
  holds: boolean | undefined
  /** The matches, each with its key; a single one without a key if the condition matches as a whole. */
  findings: readonly Finding[]
}

export interface Finding {
  /**
   * If undefined, a run starts when the condition begins to hold. Otherwise the finding starts one run, however long it
   * persists.
   */
  key: string | undefined
  /** Values for template variables in instructions. */
  context: Readonly<Record<string, unknown>>
}

/** Who evaluates which trigger, and the end of the range: Unix milliseconds. */
export interface Question<K extends ConditionTriggerKind> {
  organizationId: string
  trigger: TriggersByKind[K]
  now: number
}

type ConditionCheck<K extends ConditionTriggerKind> = (
  queryTelemetry: QueryTelemetry,
  question: Question<K>,
) => Promise<ConditionResult>

/** @throws Error if the query is refused or fails. */
export function checkCondition(
  queryTelemetry: QueryTelemetry,
  question: Question<ConditionTriggerKind>,
): Promise<ConditionResult> {
  return check(queryTelemetry, question.trigger.kind, question)
}

function check<K extends ConditionTriggerKind>(queryTelemetry: QueryTelemetry, kind: K, question: Question<K>) {
  return checks[kind](queryTelemetry, question)
}

const checkErrors: ConditionCheck<'error_rate'> = async (queryTelemetry, { organizationId, trigger, now }) => {
  const { more_than, level, project_id, within_minutes = 5 } = trigger
  const window = windowBefore(now, within_minutes)
  const events = await countErrors(
    { queryTelemetry, organizationId, now },
    { window, ...givenFilters({ level, project_id }) },
  )
  const context = { error_rate: { events, more_than, level, project_id: project_id ?? null, ...window } }
  return single(events > more_than, context)
}

const checkMetric: ConditionCheck<'metric_threshold'> = async (queryTelemetry, { organizationId, trigger, now }) => {
  const { metric, aggregate = 'avg', is, value, project_id, service, environment, within_minutes = 5 } = trigger
  const { window, interval_seconds } = stepsBefore(now, within_minutes)
  const filters = givenFilters({ project_id, service, environment })
  const question = { name: metric, aggregate, window, interval_seconds, ...filters }
  const measured = await measureAppMetric({ queryTelemetry, organizationId, now }, question)
  const context = {
    metric: { name: metric, aggregate, is, threshold: value, value: measured ?? null, ...filters, ...window },
  }
  if (measured === undefined) return { holds: undefined, findings: [] }
  return single(isBeyond(is, measured, value), context)
}

const checkMonitors: ConditionCheck<'check_in_missed'> = async (queryTelemetry, { organizationId, trigger, now }) => {
  const { monitors: slugs, project_id, environment } = trigger
  const scope = givenFilters({ project_id, environment })
  const { monitors, isComplete } = await listMonitors({ queryTelemetry, organizationId, now }, scope)
  const missed = monitors.filter(({ slug, status }) => status === 'missed' && (slugs?.includes(slug) ?? true))
  return {
    // Nothing is known about monitors that are missing from an incomplete response.
    holds: missed.length > 0 || (isComplete ? false : undefined),
    findings: missed.map(({ slug, project_id: project, environment: place, last_check_in, next_deadline_at }) => ({
      // Fires once until the job checks in again, however many runs it misses.
      key: JSON.stringify([project, place, slug, last_check_in]),
      context: { monitor: { slug, project_id: project, environment: place, last_check_in, next_deadline_at } },
    })),
  }
}

function single(holds: boolean, context: Finding['context']): ConditionResult {
  return { holds, findings: holds ? [{ key: undefined, context }] : [] }
}

/** All kinds of conditions. */
const checks: { readonly [K in ConditionTriggerKind]: ConditionCheck<K> } = {
  error_rate: checkErrors,
  metric_threshold: checkMetric,
  check_in_missed: checkMonitors,
}
