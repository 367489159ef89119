import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, MapOf, NullableOf, OneOf, Timestamp } from '../../schema.js'
import {
  LimitParameter,
  OffsetParameter,
  ProjectIdParameter,
  TextParameter,
  timeRangeParameters,
} from '../http/parameters.js'
import { defineRoute } from '../http/route.js'
import { AttributeParameter, AttributesLeftOut, HexId, queryRoute, sinceWordsOfMonth } from './query-parameters.js'

/** Types of metrics that applications measure themselves. */
export const appMetricTypes = ['counter', 'gauge', 'distribution'] as const
export type AppMetricType = (typeof appMetricTypes)[number]

/** One metric, as the list of metrics answers it. */
export const AppMetric = Closed({
  name: Type.String(),
  type: OneOf(appMetricTypes),
  unit: Type.String({ description: 'Empty when unknown' }),
  count: Type.Integer({ description: 'Measurements in the range' }),
  last_seen: Timestamp,
})
export type AppMetric = Static<typeof AppMetric>

/** The measurements of one interval. Numbers are in the unit of the metric. */
export const AppMetricPoint = Closed({
  timestamp: { ...Timestamp, description: 'Start of the interval' },
  count: Type.Integer({ description: 'Measurements' }),
  sum: Type.Number({ description: 'Of a counter: what was counted' }),
  min: Type.Number(),
  max: Type.Number(),
  avg: Type.Number(),
  p50: Type.Number(),
  p95: Type.Number(),
})
export type AppMetricPoint = Static<typeof AppMetricPoint>

/** One measurement. Texts that are not known are empty. */
export const AppMetricSample = Closed({
  timestamp: Timestamp,
  project_id: Type.String(),
  value: Type.Number(),
  trace_id: Type.String(),
  span_id: Type.String(),
  service: Type.String(),
  release: Type.String(),
  environment: Type.String(),
  attributes: MapOf(Type.String()),
})
export type AppMetricSample = Static<typeof AppMetricSample>

/** Answer without `name`. */
export const AppMetricList = Closed({
  metrics: Type.Array(AppMetric),
  total: Type.Integer({ description: 'Metrics that match, on all pages' }),
})
export type AppMetricList = Static<typeof AppMetricList>

/** Answer with `name`. */
export const AppMetricSeries = Closed({
  name: Type.String(),
  type: NullableOf(OneOf(appMetricTypes)),
  unit: NullableOf(Type.String({ description: 'Empty when unknown; type and unit are null without measurements' })),
  interval_seconds: Type.Integer({ description: 'Length of the interval of a point' }),
  series: Type.Array(
    Closed({
      group: NullableOf(Type.String({ description: 'Empty when it has no such attribute; null without `group_by`' })),
      count: Type.Integer({ description: 'Measurements of the group' }),
      points: Type.Array(AppMetricPoint, { description: 'Oldest first; intervals without measurements are left out' }),
    }),
    { description: `The ${limits.query.appMetricGroupsMax} groups with most measurements, the largest first` },
  ),
  others_left_out: Type.Integer({ description: 'Groups that are left out' }),
  samples: Type.Array(AppMetricSample, { description: 'Measurements, newest first; `limit` and `offset` page them' }),
  total: Type.Integer({ description: 'Measurements that match, on all pages' }),
  attributes_left_out: AttributesLeftOut,
})
export type AppMetricSeries = Static<typeof AppMetricSeries>

export const queryAppMetrics = defineRoute({
  ...queryRoute,
  id: 'queryAppMetrics',
  path: '/api/v1/telemetry/query/app-metrics/',
  summary: 'App metrics: a list of them, or one of them over time',
  description:
    'Without `name`: the metrics of the range, the last seen first. With `name`: its series and measurements. When a ' +
    'name was sent with several types or units, those of the newest measurement are answered unless `type` and `unit` say.',
  query: Closed({
    ...timeRangeParameters(sinceWordsOfMonth, '1h'),
    project_id: ProjectIdParameter,
    name: TextParameter('Metric to answer; without it metrics are listed'),
    type: Type.Optional(OneOf(appMetricTypes, { description: 'Only this type' })),
    unit: TextParameter('Only this unit'),
    trace_id: Type.Optional(HexId('Trace that it belongs to')),
    service: TextParameter('Service that sent it'),
    release: TextParameter('Release of the application'),
    environment: TextParameter('Environment'),
    attribute: AttributeParameter,
    interval_seconds: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 86_400,
        description: `Length of the interval of a point, at most ${limits.query.appMetricBucketsMax} in the range; by default chosen from it`,
      }),
    ),
    group_by: TextParameter('`service`, `release`, `environment` or the name of an attribute: a series for each value'),
    limit: LimitParameter(limits.query.appMetricsLimitDefault, limits.query.appMetricsLimitMax),
    offset: OffsetParameter,
  }),
  response: Type.Union([AppMetricList, AppMetricSeries]),
})
