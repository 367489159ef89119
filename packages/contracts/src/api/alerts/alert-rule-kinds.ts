import { Type, type Static, type TObject, type TProperties } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, OneByTag, OneOf } from '../../schema.js'
import {
  commonRuleFields,
  containerFields,
  Minutes,
  OneName,
  OptionalName,
  RequestsMin,
  SomeOf,
  Threshold,
  thresholdFields,
  WindowMinutes,
} from './alert-rule-fields.js'
import { dataPointAggregates, DataPointGroups } from '../queries/data-points.js'
import { AttributeParameter } from '../queries/query-parameters.js'

/** What alert rules measure: their kinds. */
export const alertRuleKinds = [
  'error_rate',
  'new_issues',
  'metric_threshold',
  'p95_latency',
  'crash_loops',
  'check_ins',
  'absence',
] as const
export type AlertRuleKind = (typeof alertRuleKinds)[number]

/** Signs of a failing container. */
export const breakdownSigns = ['restarts', 'crash-loop', 'oom-killed'] as const
/** Monitor statuses that a rule can alert on. */
export const watchedMonitorStatuses = ['missed', 'error', 'timed_out', 'late'] as const
/** Sources whose silence a rule can detect. */
export const absenceSubjects = ['project', 'service', 'metric', 'data_point', 'container_metric', 'monitor'] as const
/** Sources of metric values. */
export const metricSources = ['app', 'data_point', 'container', 'saturation'] as const

function Rule<const K extends AlertRuleKind, P extends TProperties>(kind: K, properties: P) {
  return Closed({ ...commonRuleFields, kind: Type.Literal(kind), ...properties })
}

const levels = ['error', 'warning', 'info'] as const
const levelsCovered = '`error` includes fatal, `info` includes debug'

const ErrorRateRule = Rule('error_rate', {
  measure: Type.Optional(
    OneOf(['events', 'share'] as const, {
      description:
        '`events` counts error events; `share` is the fraction of requests that failed, 0 to 1. Default events',
    }),
  ),
  value: Threshold('Number of events, or a fraction from 0 to 1'),
  ...thresholdFields,
  within_minutes: WindowMinutes,
  level: Type.Optional(OneOf(levels, { description: `Applies to \`events\`: ${levelsCovered}. Default error` })),
  service: OptionalName('Applies to `share`: only requests to this service'),
  requests_min: RequestsMin,
})

const NewIssuesRule = Rule('new_issues', {
  value: Threshold('Issues first seen within the window'),
  ...thresholdFields,
  within_minutes: WindowMinutes,
  level: Type.Optional(OneOf(levels, { description: `Level of the first event: ${levelsCovered}. Default all` })),
  environment: OptionalName('Only issues first seen in this environment'),
})

const MetricThresholdRule = Rule('metric_threshold', {
  source: Type.Optional(
    OneOf(metricSources, {
      description:
        '`app`: application metrics of Sentry SDKs; `data_point`: OpenTelemetry and Prometheus metrics; `container`: ' +
        'metrics reported by cluster agents; `saturation`: the highest ratio of usage to limit or capacity, with one ' +
        'alert per container or node. Default app',
    }),
  ),
  metric: OneName('Metric name; for saturation, `memory` or `cpu`'),
  aggregate: Type.Optional(
    OneOf(dataPointAggregates, {
      description:
        'Aggregate over the window; quantiles are the weighted quantiles of its minutes. Default avg. For data ' +
        'points, as in `data-points/`: quantiles are those of histograms, and the default depends on the metric. ' +
        '`rate`, `p90` and `p99` are for data points only',
    }),
  ),
  value: Threshold(`In the metric's unit; for saturation, a ratio of at least ${limits.query.saturationRatioMin}`),
  ...thresholdFields,
  within_minutes: WindowMinutes,
  service: OptionalName('Application metrics and data points only: limit to this service'),
  environment: OptionalName('Application metrics only: limit to this environment'),
  attribute: AttributeParameter,
  group_by: DataPointGroups,
  ...containerFields,
  pod: OptionalName('Container metrics only: limit to pods whose name starts with this prefix'),
})

const LatencyRule = Rule('p95_latency', {
  service: OneName('Service that handles the requests'),
  operation: OptionalName('Only this operation; omit for all requests to the service'),
  value: Threshold('Milliseconds'),
  ...thresholdFields,
  within_minutes: WindowMinutes,
  requests_min: RequestsMin,
})

const CrashLoopsRule = Rule('crash_loops', {
  value: Type.Optional(Type.Number({ minimum: 0, description: 'Failures per container to tolerate. Default 0' })),
  resolve_value: thresholdFields.resolve_value,
  within_minutes: WindowMinutes,
  signs: SomeOf(
    OneOf(breakdownSigns),
    breakdownSigns.length,
    'Which failures count; if several occur, the most frequent is reported. Default all',
  ),
  ...containerFields,
})

const CheckInsRule = Rule('check_ins', {
  monitors: SomeOf(
    OneName('Scheduled job (monitor) slug'),
    limits.workflow.filterValuesMax,
    'Only these scheduled jobs. Default all',
  ),
  environment: OptionalName('Only this environment'),
  statuses: SomeOf(
    OneOf(watchedMonitorStatuses),
    watchedMonitorStatuses.length,
    'Statuses that violate the rule. Default missed, error and timed_out',
  ),
})

const AbsenceRule = Rule('absence', {
  of: OneOf(absenceSubjects, { description: 'What is expected to send data' }),
  within_minutes: Minutes(1, limits.alert.absenceMinutesMax, 'Minutes without data before the rule fires'),
  service: OptionalName('Service; for `metric` and `data_point`, limits the rule to this service'),
  metric: OptionalName('Metric name, for `metric`, `data_point` and `container_metric`'),
  attribute: AttributeParameter,
  monitor: OptionalName('Scheduled job (monitor)'),
  environment: OptionalName('Applies to `metric` and `monitor`: only this environment'),
  ...containerFields,
})

/** All kinds, in documentation order. */
const variants = {
  error_rate: ErrorRateRule,
  new_issues: NewIssuesRule,
  metric_threshold: MetricThresholdRule,
  p95_latency: LatencyRule,
  crash_loops: CrashLoopsRule,
  check_ins: CheckInsRule,
  absence: AbsenceRule,
} satisfies { [K in AlertRuleKind]: TObject }
export const alertRuleVariants = Object.values(variants)

/** A rule as written. */
export const AlertRuleRequest = OneByTag('kind', alertRuleVariants)
export type AlertRuleRequest = Static<typeof AlertRuleRequest>

/** The rule of a kind, as written. */
export type AlertRuleOf<K extends AlertRuleKind> = Extract<AlertRuleRequest, { kind: K }>
