import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, MapOf, NullableOf, OneOf, Timestamp } from '../../schema.js'
import { ProjectIdParameter, TextParameter, timeRangeParameters } from '../http/parameters.js'
import { defineRoute } from '../http/route.js'
import { AttributeParameter, IntervalParameter, queryRoute, sinceWordsOfMonth } from './query-parameters.js'

/** How the data points of an interval are aggregated. */
export const dataPointAggregates = ['avg', 'sum', 'min', 'max', 'rate', 'count', 'p50', 'p90', 'p95', 'p99'] as const
export type DataPointAggregate = (typeof dataPointAggregates)[number]

/** A metric that has data points. */
export const DataPointMetric = Closed({
  name: Type.String(),
  kind: OneOf(['gauge', 'sum', 'histogram', 'exponential_histogram', 'summary']),
  unit: Type.String({ description: 'Empty if unknown' }),
  is_monotonic: Type.Boolean({ description: 'Whether the sum is monotonic' }),
  series: Type.Integer({ description: 'Number of series: combinations of attributes and senders' }),
  last_seen: { ...Timestamp, description: 'Time of the newest point' },
})
export type DataPointMetric = Static<typeof DataPointMetric>

/** Attributes that group data points. */
export const DataPointGroups = Type.Optional(
  Type.Array(Type.String({ minLength: 1, maxLength: limits.span.attributeKeyLengthMax }), {
    maxItems: limits.query.attributeFiltersMax,
    description:
      'Attributes of points or their sender, or `service`; may be repeated. By default, everything is one group',
  }),
)

const MetricName = Type.String({
  minLength: 1,
  maxLength: limits.query.textLengthMax,
  description: 'Name of the metric',
})

const rangeParameters = { ...timeRangeParameters(sinceWordsOfMonth, '1h'), project_id: ProjectIdParameter }

export const listDataPointMetrics = defineRoute({
  ...queryRoute,
  id: 'listDataPointMetrics',
  path: '/api/v1/telemetry/query/data-point-metrics/',
  summary: 'OpenTelemetry and Prometheus metrics with data points, ordered by name',
  query: Closed({
    ...rangeParameters,
    search: TextParameter('Part of the name, case-insensitive and matched literally'),
  }),
  response: Closed({
    metrics: Type.Array(DataPointMetric, { description: `At most ${limits.query.seriesMax}` }),
    total: Type.Integer({ description: 'Number of metrics in the range' }),
  }),
})
export type DataPointMetricsResponse = Static<typeof listDataPointMetrics.response>

export const listDataPointAttributes = defineRoute({
  ...queryRoute,
  id: 'listDataPointAttributes',
  path: '/api/v1/telemetry/query/data-point-attributes/',
  summary: "Attributes of a metric's data points, with their most common values, ordered by name",
  description: 'Includes attributes of the sender (the resource). An attribute of a point hides one of its sender.',
  query: Closed({ ...rangeParameters, name: MetricName, service: TextParameter('Service that sent it') }),
  response: Closed({
    attributes: Type.Array(
      Closed({
        name: Type.String(),
        values: Type.Array(Type.String(), {
          description: `Those of the most series first, at most ${limits.query.dataPointAttributeValuesMax}`,
        }),
        total: Type.Integer({ description: 'Number of values' }),
      }),
      { description: `At most ${limits.query.dataPointAttributesMax}` },
    ),
    total: Type.Integer({ description: 'Number of attributes' }),
  }),
})
export type DataPointAttributesResponse = Static<typeof listDataPointAttributes.response>

export const queryDataPoints = defineRoute({
  ...queryRoute,
  id: 'queryDataPoints',
  path: '/api/v1/telemetry/query/data-points/',
  summary: 'One OpenTelemetry or Prometheus metric over time, by group',
  description:
    'Gauges and non-monotonic sums: mean, minimum, maximum, or the sum over series of their means. Monotonic ' +
    'sums, and sums sent as deltas: the increase, as `sum` or as `rate` per second; a decreasing series counts as restarted. ' +
    'Histograms: quantiles (interpolated within buckets), mean, sum, count, rate of measurements, and ' +
    'minimum and maximum if they were sent. Summaries: mean, sum, count and rate. If a name has several ' +
    'kinds or units, those with the most points are used.',
  query: Closed({
    ...rangeParameters,
    name: MetricName,
    aggregate: Type.Optional(
      OneOf(dataPointAggregates, {
        description:
          'Default `avg`; `rate` for monotonic sums and summaries, `sum` for other delta sums, `p95` for histograms',
      }),
    ),
    group_by: DataPointGroups,
    service: TextParameter('Service that sent it'),
    attribute: AttributeParameter,
    interval_seconds: IntervalParameter('groups'),
    whole_range: Type.Optional(
      Type.Boolean({
        description: '`true`: one point per group, aggregated over the complete range; `interval_seconds` is ignored',
      }),
    ),
  }),
  response: Closed({
    name: Type.String(),
    metric: { ...NullableOf(DataPointMetric), description: 'Null if there are no points' },
    aggregate: OneOf(dataPointAggregates),
    interval_seconds: Type.Integer({ description: 'Interval length of a point' }),
    series: Type.Array(
      Closed({
        group: MapOf(Type.String(), { description: 'Values of `group_by`; empty if a series has none' }),
        points: Type.Array(
          Closed({ timestamp: { ...Timestamp, description: 'Start of the interval' }, value: Type.Number() }),
          { description: 'Oldest first; intervals without a value are omitted' },
        ),
      }),
      {
        description:
          `At most ${limits.query.appMetricGroupsMax}, those with the most points; ` +
          `with \`whole_range\`, at most ${limits.query.seriesMax}`,
      },
    ),
    groups_left_out: Type.Integer(),
  }),
})
export type DataPointsResponse = Static<typeof queryDataPoints.response>
