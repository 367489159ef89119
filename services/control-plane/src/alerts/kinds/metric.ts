import {
  limits,
  metricAggregates,
  queryMetrics,
  type FieldFault,
  type FilledRule,
  type MetricAggregate,
} from '@signalbox/contracts'
import { givenFilters, type QueryContext } from '../../telemetry-queries/query-context.js'
import { measureAppMetric } from '../../telemetry-queries/measure-app-metric.js'
import { summarizeValues } from '../../telemetry-queries/summarize.js'
import { stepsBefore, windowBefore } from '../../telemetry-queries/window.js'
import { singleMeasurement, type Measurement } from '../measurement.js'
import { measureDataPoints } from './data-points.js'
import { measureSaturation } from './saturation.js'
import { containerFieldNames, ruleFault, type AlertRuleType } from './alert-rule-type.js'

export const metricThreshold: AlertRuleType<'metric_threshold'> = {
  measure,
  thresholdOf: (rule) => rule,
  describe: ({ source, metric, aggregate }) => {
    if (source === 'saturation') return `Peak usage of ${metric}`
    return aggregate === undefined ? metric : `${aggregate} of ${metric}`
  },
  variants: {
    by: 'source',
    fields: {
      app: ['aggregate', 'service', 'environment'],
      data_point: ['aggregate', 'service', 'attribute', 'group_by'],
      container: ['aggregate', 'pod', ...containerFieldNames],
      saturation: ['pod', ...containerFieldNames],
    },
  },
  findFaults: (rule) => (rule.source === 'saturation' ? findSaturationFaults(rule) : findAggregateFaults(rule)),
}

type MetricRule = FilledRule<'metric_threshold'>

/**
 * Measures an application or container metric as one number, data points as one number per group, or the utilization of
 * containers and nodes relative to their limits.
 */
async function measure(context: QueryContext, rule: MetricRule): Promise<Measurement> {
  if (rule.source === 'saturation') {
    const { metric, within_minutes, cluster, namespace, pod, container } = rule
    return measureSaturation(context, { kinds: [metric], within_minutes, cluster, namespace, pod, container })
  }
  if (rule.source === 'data_point') return measureDataPoints(context, rule)
  return singleMeasurement(await (rule.source === 'app' ? measureApp(context, rule) : measureContainers(context, rule)))
}

function measureApp(context: QueryContext, rule: MetricRule): Promise<number | undefined> {
  const { metric: name, within_minutes, project_id, service, environment } = rule
  const aggregate = aggregateOf(rule)
  const filters = givenFilters({ project_id, service, environment })
  return measureAppMetric(context, { name, aggregate, ...stepsBefore(context.now, within_minutes), ...filters })
}

/** Uses the newest samples, up to the maximum of one response. */
async function measureContainers(
  { queryTelemetry, organizationId, now }: QueryContext,
  rule: MetricRule,
): Promise<number | undefined> {
  const { metric, within_minutes, cluster, namespace, pod, container } = rule
  const aggregate = aggregateOf(rule)
  const filters = givenFilters({ metric, cluster, namespace, pod, container })
  const query = { ...windowBefore(now, within_minutes), ...filters, limit: limits.query.metricsLimitMax }
  const { metrics, total } = await queryTelemetry(organizationId, queryMetrics, query)
  if (aggregate === 'count') return total
  return summarizeValues(
    metrics.map(({ value }) => value),
    aggregate,
  )
}

/** The aggregate of an application or container metric. */
function aggregateOf({ aggregate }: MetricRule): MetricAggregate {
  return metricAggregates.find((known) => known === aggregate) ?? 'avg'
}

function findAggregateFaults({ source, aggregate = 'avg' }: MetricRule): FieldFault[] {
  const known: readonly string[] = metricAggregates
  if (source === 'data_point' || known.includes(aggregate)) return []
  return [ruleFault('aggregate', `must be one of ${known.join(', ')} when source is ${source}`)]
}

/** The query does not return lower ratios, so nothing is known about them. */
function findSaturationFaults({ metric, is, value }: MetricRule): FieldFault[] {
  const { saturationRatioMin } = limits.query
  return [
    ...(metric === 'memory' || metric === 'cpu' ? [] : [ruleFault('metric', 'must be one of memory, cpu')]),
    ...(is === 'above' ? [] : [ruleFault('is', 'must be `above` for saturation')]),
    ...(value >= saturationRatioMin ? [] : [ruleFault('value', `must be at least ${saturationRatioMin}`)]),
  ]
}
