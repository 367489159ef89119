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
import { metricAggregates } from '../workflows/workflow-triggers.js'

/** What alert rules measure, of which kind they may be. */
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

/** In which ways a container may break down. */
export const breakdownSigns = ['restarts', 'crash-loop', 'oom-killed'] as const
/** What may become of a scheduled job that a rule looks out for. */
export const watchedMonitorStatuses = ['missed', 'error', 'timed_out', 'late'] as const
/** What may fall silent. */
export const absenceSubjects = ['project', 'service', 'metric', 'container_metric', 'monitor'] as const
/** Where the values of a metric may come from. */
export const metricSources = ['app', 'container', 'saturation'] as const

function Rule<const K extends AlertRuleKind, P extends TProperties>(kind: K, properties: P) {
  return Closed({ ...commonRuleFields, kind: Type.Literal(kind), ...properties })
}

const levels = ['error', 'warning', 'info'] as const
const levelsCovered = '`error` includes fatal, `info` includes debug'

const ErrorRateRule = Rule('error_rate', {
  measure: Type.Optional(
    OneOf(['events', 'share'] as const, {
      description: '`events` counts error events; `share` is the part of requests that failed, 0 to 1. Default events',
    }),
  ),
  value: Threshold('Events, or a share from 0 to 1'),
  ...thresholdFields,
  within_minutes: WindowMinutes,
  level: Type.Optional(OneOf(levels, { description: `Of events: ${levelsCovered}. Default error` })),
  service: OptionalName('Of a share: only requests to this service'),
  requests_min: RequestsMin,
})

const NewIssuesRule = Rule('new_issues', {
  value: Threshold('Issues that were first seen within the window'),
  ...thresholdFields,
  within_minutes: WindowMinutes,
  level: Type.Optional(OneOf(levels, { description: `Level of the first event: ${levelsCovered}. Default all` })),
  environment: OptionalName('Only issues that were first seen in this environment'),
})

const MetricThresholdRule = Rule('metric_threshold', {
  source: Type.Optional(
    OneOf(metricSources, {
      description:
        '`app`: what applications measure; `container`: what agents report; `saturation`: the greatest ratio of use to limit or capacity, an alert for each container and node. Default app',
    }),
  ),
  metric: OneName('Name of the metric; for saturation `memory` or `cpu`'),
  aggregate: Type.Optional(
    OneOf(metricAggregates, {
      description: 'Of the values of the window; quantiles are those of its minutes, weighted. Default avg',
    }),
  ),
  value: Threshold(`In the unit of the metric; for saturation a ratio from ${limits.query.saturationRatioMin}`),
  ...thresholdFields,
  within_minutes: WindowMinutes,
  service: OptionalName('Of applications: only this service'),
  environment: OptionalName('Of applications: only this environment'),
  ...containerFields,
  pod: OptionalName('Of containers: only pods whose name begins so'),
})

const LatencyRule = Rule('p95_latency', {
  service: OneName('Service that answers'),
  operation: OptionalName('Only this operation; without it all requests to the service'),
  value: Threshold('Milliseconds'),
  ...thresholdFields,
  within_minutes: WindowMinutes,
  requests_min: RequestsMin,
})

const CrashLoopsRule = Rule('crash_loops', {
  value: Type.Optional(
    Type.Number({ minimum: 0, description: 'Breakdowns of a container that are tolerated. Default 0' }),
  ),
  resolve_value: thresholdFields.resolve_value,
  within_minutes: WindowMinutes,
  signs: SomeOf(
    OneOf(breakdownSigns),
    breakdownSigns.length,
    'What counts; of several the most frequent one. Default all',
  ),
  ...containerFields,
})

const CheckInsRule = Rule('check_ins', {
  monitors: SomeOf(OneName('Name of a scheduled job'), limits.workflow.filterValuesMax, 'Only these jobs. Default all'),
  environment: OptionalName('Only this environment'),
  statuses: SomeOf(
    OneOf(watchedMonitorStatuses),
    watchedMonitorStatuses.length,
    'What is bad. Default missed, error and timed_out',
  ),
})

const AbsenceRule = Rule('absence', {
  of: OneOf(absenceSubjects, { description: 'What is expected to send something' }),
  within_minutes: Minutes(1, limits.alert.absenceMinutesMax, 'Minutes in which nothing came'),
  service: OptionalName('The service; of `metric` only this service'),
  metric: OptionalName('The metric, of `metric` and `container_metric`'),
  monitor: OptionalName('The scheduled job'),
  environment: OptionalName('Of `metric` and `monitor`: only this environment'),
  ...containerFields,
})

/** All kinds, in the order in which documents list them. */
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

/** A rule as it is written. */
export const AlertRuleRequest = OneByTag('kind', alertRuleVariants)
export type AlertRuleRequest = Static<typeof AlertRuleRequest>

/** The rule of a kind, as it is written. */
export type AlertRuleOf<K extends AlertRuleKind> = Extract<AlertRuleRequest, { kind: K }>
