import { queryAppMetrics, queryMetrics, queryOutcomes, queryServices, type FilledRule } from '@signalbox/contracts'
import { givenFilters, type QueryContext } from '../../telemetry-queries/query-context.js'
import { listMonitors } from '../../telemetry-queries/list-monitors.js'
import { windowBefore, type MeasuredWindow } from '../../telemetry-queries/window.js'
import { singleMeasurement, type Measurement } from '../measurement.js'
import { countDataPointSeries } from './data-points.js'
import { containerFieldNames, ruleFault, type AlertRuleType } from './alert-rule-type.js'

export const absence: AlertRuleType<'absence'> = {
  measure,
  // Compares the number of items received.
  thresholdOf: () => ({ is: 'below', value: 1 }),
  describe: (rule) =>
    `No data from ${[rule.of.replace('_', ' '), rule.service ?? rule.metric ?? rule.monitor].filter(Boolean).join(' ')}`,
  describeFault: ({ within_minutes }) => `silent for ${within_minutes} minutes`,
  variants: {
    by: 'of',
    fields: {
      project: [],
      service: ['service'],
      metric: ['metric', 'service', 'environment'],
      data_point: ['metric', 'service', 'attribute'],
      container_metric: ['metric', ...containerFieldNames],
      monitor: ['monitor', 'environment'],
    },
  },
  findFaults: (rule) => {
    const needed = neededBy[rule.of]
    return (rule[needed] ?? null) === null ? [ruleFault(needed, `is required when \`of\` is ${rule.of}`)] : []
  },
  isOfSilence: true,
}

const neededBy = {
  project: 'project_id',
  service: 'service',
  metric: 'metric',
  data_point: 'metric',
  container_metric: 'metric',
  monitor: 'monitor',
} as const

type AbsenceRule = FilledRule<'absence'>

/**
 * Counts the items received from the expected source: 0 if it is silent, undefined if the response may be incomplete.
 */
async function measure(context: QueryContext, rule: AbsenceRule): Promise<Measurement> {
  const window = windowBefore(context.now, rule.within_minutes)
  return singleMeasurement(await counters[rule.of](context, rule, window))
}

type Counter = (context: QueryContext, rule: AbsenceRule, window: MeasuredWindow) => Promise<number | undefined>

const counters: Readonly<Record<AbsenceRule['of'], Counter>> = {
  // Uses the ledger, which counts all kinds by time of receipt.
  project: async ({ queryTelemetry, organizationId }, { project_id }, window) => {
    const query = { ...window, outcome: 'stored' as const, group_by: 'kind', ...givenFilters({ project_id }) }
    return (await queryTelemetry(organizationId, queryOutcomes, query)).totals.stored
  },
  service: async ({ queryTelemetry, organizationId }, { project_id, service }, window) => {
    const answer = await queryTelemetry(organizationId, queryServices, { ...window, ...givenFilters({ project_id }) })
    const points = answer.services.filter((one) => one.service === service).flatMap((one) => one.points)
    const count = points.reduce((all, { requests, error_events, logs }) => {
      return all + requests + error_events + logs.info + logs.warn + logs.error
    }, 0)
    return unlessUnseen(count, answer.services_left_out === 0 && answer.one_in_traces === 1)
  },
  metric: async ({ queryTelemetry, organizationId }, { project_id, metric: name, service, environment }, window) => {
    const filters = givenFilters({ project_id, name, service, environment })
    return (await queryTelemetry(organizationId, queryAppMetrics, { ...window, ...filters, limit: 1 })).total
  },
  data_point: (context, { metric = '', ...rule }) => countDataPointSeries(context, { metric, ...rule }),
  container_metric: async ({ queryTelemetry, organizationId }, { metric, cluster, namespace, container }, window) => {
    const filters = givenFilters({ metric, cluster, namespace, container })
    return (await queryTelemetry(organizationId, queryMetrics, { ...window, ...filters, limit: 1 })).total
  },
  monitor: async (context, { project_id, environment, monitor }, { start }) => {
    const { monitors, isComplete } = await listMonitors(context, givenFilters({ project_id, environment }))
    const heard = monitors.filter(({ slug, last_check_in: last }) => slug === monitor && last !== null && last >= start)
    return unlessUnseen(heard.length, isComplete)
  },
}

/** An unseen source is silent only if everything was covered. */
function unlessUnseen(count: number, isComplete: boolean): number | undefined {
  return count === 0 && !isComplete ? undefined : count
}
