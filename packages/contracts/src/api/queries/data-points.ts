import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, MapOf, NullableOf, OneOf, Timestamp } from '../../schema.js'
import { ProjectIdParameter, TextParameter, timeRangeParameters } from '../http/parameters.js'
import { defineRoute } from '../http/route.js'
import { AttributeParameter, IntervalParameter, queryRoute, sinceWordsOfMonth } from './query-parameters.js'

/** What data points of an interval become. */
export const dataPointAggregates = ['avg', 'sum', 'min', 'max', 'rate', 'count', 'p50', 'p90', 'p95', 'p99'] as const
export type DataPointAggregate = (typeof dataPointAggregates)[number]

/** A metric that has data points. */
export const DataPointMetric = Closed({
  name: Type.String(),
  kind: OneOf(['gauge', 'sum', 'histogram', 'exponential_histogram', 'summary']),
  unit: Type.String({ description: 'Empty when unknown' }),
  is_monotonic: Type.Boolean({ description: 'Whether a sum only rises' }),
  series: Type.Integer({ description: 'Series: combinations of attributes and senders' }),
})
export type DataPointMetric = Static<typeof DataPointMetric>

const rangeParameters = { ...timeRangeParameters(sinceWordsOfMonth, '1h'), project_id: ProjectIdParameter }

export const listDataPointMetrics = defineRoute({
  ...queryRoute,
  id: 'listDataPointMetrics',
  path: '/api/v1/telemetry/query/data-point-metrics/',
  summary: 'Metrics of OpenTelemetry and Prometheus that have data points, by name',
  query: Closed({ ...rangeParameters, search: TextParameter('Case-insensitive part of the name; taken literally') }),
  response: Closed({
    metrics: Type.Array(DataPointMetric, { description: `At most ${limits.query.seriesMax}` }),
    total: Type.Integer({ description: 'Metrics of the range' }),
  }),
})
export type DataPointMetricsAnswer = Static<typeof listDataPointMetrics.response>

export const queryDataPoints = defineRoute({
  ...queryRoute,
  id: 'queryDataPoints',
  path: '/api/v1/telemetry/query/data-points/',
  summary: 'One metric of OpenTelemetry or Prometheus over time, by groups',
  description:
    'Of gauges and of sums that may fall: mean, least, greatest, or the sum over series of their means. Of sums that only ' +
    'rise: what was gained, as `sum` or as `rate` in a second; a series that falls has started again. Of histograms: ' +
    'quantiles, which are interpolated within buckets, mean, sum, count, rate of measurements, least and greatest where ' +
    'they were sent. Of summaries: mean, sum, count and rate. A name with several kinds or units is answered by the one ' +
    'with most points.',
  query: Closed({
    ...rangeParameters,
    name: Type.String({ minLength: 1, maxLength: limits.query.textLengthMax, description: 'Name of the metric' }),
    aggregate: Type.Optional(
      OneOf(dataPointAggregates, {
        description: 'Default `avg`; `rate` for sums that only rise and summaries, `p95` for histograms',
      }),
    ),
    group_by: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: limits.span.attributeKeyLengthMax }), {
        maxItems: limits.query.attributeFiltersMax,
        description:
          'Attributes of points or of their sender, or `service`; may be repeated. By default all are one group',
      }),
    ),
    service: TextParameter('Service that sent it'),
    attribute: AttributeParameter,
    interval_seconds: IntervalParameter('groups'),
  }),
  response: Closed({
    name: Type.String(),
    metric: { ...NullableOf(DataPointMetric), description: 'Null when there are no points' },
    aggregate: OneOf(dataPointAggregates),
    interval_seconds: Type.Integer({ description: 'Length of the interval of a point' }),
    series: Type.Array(
      Closed({
        group: MapOf(Type.String(), { description: 'Values of `group_by`; empty where a series has none' }),
        points: Type.Array(
          Closed({ timestamp: { ...Timestamp, description: 'Start of the interval' }, value: Type.Number() }),
          { description: 'Oldest first; intervals without a value are left out' },
        ),
      }),
      { description: `At most ${limits.query.appMetricGroupsMax}: those with most points` },
    ),
    groups_left_out: Type.Integer(),
  }),
})
export type DataPointsAnswer = Static<typeof queryDataPoints.response>
