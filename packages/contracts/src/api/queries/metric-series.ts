import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, NullableOf, OneOf, Timestamp } from '../../schema.js'
import { defineRoute } from '../http/route.js'
import { comparedRangeParameters, IntervalParameter, queryRoute } from './query-parameters.js'

/** One metric of one container, host or service over time. */
export const MetricSeries = Closed({
  source: OneOf(['container', 'app'] as const, {
    description:
      '`container` for what agents report of containers, pods and nodes, `app` for what applications measure',
  }),
  service: Type.String({
    description: 'The container, else the pod, else the node, else the cluster that it is about; of `app` the service',
  }),
  metric: Type.String({ description: 'Name as it was sent' }),
  kind: OneOf(['gauge', 'counter'] as const, {
    description:
      '`counter` for names that end in `_total`, labels behind it aside, and for bytes of the network, which count since a start; what applications count is told by what was added',
  }),
  points: Type.Array(
    Closed({
      timestamp: { ...Timestamp, description: 'Start of the interval' },
      value: Type.Number({
        description:
          'As it was sent: of gauges the mean over the interval and over the replicas, of counters the mean over the replicas of their last value; of what applications count the sum',
      }),
      rate: NullableOf(
        Type.Number({
          description:
            'Of counters: gained in a second by all replicas together, since the sample before; one that falls has started again from zero. Null for gauges and where no sample came before',
        }),
      ),
    }),
    { description: 'Oldest first; intervals without samples are left out' },
  ),
})
export type MetricSeries = Static<typeof MetricSeries>

export const queryMetricSeries = defineRoute({
  ...queryRoute,
  id: 'queryMetricSeries',
  path: '/api/v1/telemetry/query/metric-series/',
  summary: 'All metrics of containers, nodes and applications as series',
  description: 'Metrics of containers belong to no project: with `project_id` only those of applications are answered.',
  query: Closed({
    ...comparedRangeParameters,
    interval_seconds: IntervalParameter('series'),
  }),
  response: Closed({
    interval_seconds: Type.Integer({ description: 'Length of the interval of a point' }),
    series: Type.Array(MetricSeries, {
      description: `At most ${limits.query.seriesMax}: those that moved most, by the range of their values in relation to the mean, ordered by source, service and metric`,
    }),
    total: Type.Integer({ description: 'Series of the range' }),
  }),
})
export type MetricSeriesAnswer = Static<typeof queryMetricSeries.response>
