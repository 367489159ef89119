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

/** Types of metrics that applications report. */
export const appMetricTypes = ['counter', 'gauge', 'distribution'] as const
export type AppMetricType = (typeof appMetricTypes)[number]

/** A metric as listed. */
export const AppMetric = Closed({
  name: Type.String(),
  type: OneOf(appMetricTypes),
  unit: Type.String({ description: 'Empty if unknown' }),
  count: Type.Integer({ description: 'Number of measurements in the range' }),
  last_seen: Timestamp,
})
export type AppMetric = Static<typeof AppMetric>

/** The measurements in one interval. Values are in the unit of the metric. */
export const AppMetricPoint = Closed({
  timestamp: { ...Timestamp, description: 'Start of the interval' },
  count: Type.Integer({ description: 'Measurements' }),
  sum: Type.Number({ description: 'For counters: the increase' }),
  min: Type.Number(),
  max: Type.Number(),
  avg: Type.Number(),
  p50: Type.Number(),
  p95: Type.Number(),
})
export type AppMetricPoint = Static<typeof AppMetricPoint>

/** One measurement. Unknown strings are empty. */
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

/** Response without `name`. */
export const AppMetricList = Closed({
  metrics: Type.Array(AppMetric),
  total: Type.Integer({ description: 'Total number of matching metrics' }),
})
export type AppMetricList = Static<typeof AppMetricList>

/** Response with `name`. */
export const AppMetricSeries = Closed({
  name: Type.String(),
  type: NullableOf(OneOf(appMetricTypes)),
  unit: NullableOf(Type.String({ description: 'Empty if unknown; type and unit are null without measurements' })),
  interval_seconds: Type.Integer({ description: 'Interval length of a point' }),
  series: Type.Array(
    Closed({
      group: NullableOf(Type.String({ description: 'Empty if the attribute is missing; null without `group_by`' })),
      count: Type.Integer({ description: 'Number of measurements in the group' }),
      points: Type.Array(AppMetricPoint, { description: 'Oldest first; intervals without measurements are omitted' }),
    }),
    { description: `The ${limits.query.appMetricGroupsMax} groups with the most measurements, largest first` },
  ),
  others_left_out: Type.Integer({ description: 'Number of omitted groups' }),
  samples: Type.Array(AppMetricSample, { description: 'Measurements, newest first; paged with `limit` and `offset`' }),
  total: Type.Integer({ description: 'Total number of matching measurements' }),
  attributes_left_out: AttributesLeftOut,
})
export type AppMetricSeries = Static<typeof AppMetricSeries>

export const queryAppMetrics = defineRoute({
  ...queryRoute,
  id: 'queryAppMetrics',
  path: '/api/v1/telemetry/query/app-metrics/',
  summary: 'List app metrics, or get one of them over time',
  description:
    'Without `name`: the metrics in the range, most recently seen first. With `name`: its series and ' +
    'measurements. If a name was sent with several types or units, those of the newest measurement are used ' +
    'unless you set `type` and `unit`.',
  query: Closed({
    ...timeRangeParameters(sinceWordsOfMonth, '1h'),
    project_id: ProjectIdParameter,
    name: TextParameter('Metric to return; omit it to list metrics'),
    type: Type.Optional(OneOf(appMetricTypes, { description: 'Only this type' })),
    unit: TextParameter('Only this unit'),
    trace_id: Type.Optional(HexId('Trace it belongs to')),
    service: TextParameter('Service that sent it'),
    release: TextParameter('Application release'),
    environment: TextParameter('Environment'),
    attribute: AttributeParameter,
    interval_seconds: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 86_400,
        description:
          `Interval length of a point, at most ${limits.query.appMetricBucketsMax} intervals in the range; by ` +
          'default derived from the range',
      }),
    ),
    group_by: TextParameter('`service`, `release`, `environment` or an attribute name: one series per value'),
    limit: LimitParameter(limits.query.listLimitDefault, limits.query.listLimitMax),
    offset: OffsetParameter,
  }),
  response: Type.Union([AppMetricList, AppMetricSeries]),
})
