import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, NullableOf, OneOf, Timestamp } from '../../schema.js'
import { defineRoute } from '../http/route.js'
import { comparedRangeParameters, IntervalParameter, queryRoute } from './query-parameters.js'

/** One metric of one container, host or service over time. */
export const MetricSeries = Closed({
  source: OneOf(['container', 'app'] as const, {
    description:
      '`container` for metrics that agents report for containers, pods and nodes, `app` for application metrics, ' +
      'including OpenTelemetry and Prometheus data points',
  }),
  service: Type.String({
    description: 'The container it is about, or else the pod, node or cluster; for `app`, the service',
  }),
  metric: Type.String({ description: 'Name as sent' }),
  kind: OneOf(['gauge', 'counter'] as const, {
    description:
      '`counter` for names that end in `_total` (ignoring appended labels) and for network bytes, which count ' +
      'up since a start; application counters carry the increase',
  }),
  points: Type.Array(
    Closed({
      timestamp: { ...Timestamp, description: 'Start of the interval' },
      value: Type.Number({
        description:
          'As sent. Gauges: the mean over the interval and replicas. Counters: the mean over the replicas of their ' +
          'last value. Application counters: the increase; distributions and histograms: the 95th percentile; summaries: the mean',
      }),
      rate: NullableOf(
        Type.Number({
          description:
            'For counters: the increase per second of all replicas together since the previous sample; a decreasing ' +
            'counter has restarted from zero. Null for gauges and without a previous sample',
        }),
      ),
    }),
    { description: 'Oldest first; intervals without samples are omitted' },
  ),
})
export type MetricSeries = Static<typeof MetricSeries>

export const queryMetricSeries = defineRoute({
  ...queryRoute,
  id: 'queryMetricSeries',
  path: '/api/v1/telemetry/query/metric-series/',
  summary: 'All container, node and application metrics as series',
  description: 'Container metrics belong to no project: with `project_id`, only application metrics are returned.',
  query: Closed({
    ...comparedRangeParameters,
    interval_seconds: IntervalParameter('series'),
  }),
  response: Closed({
    interval_seconds: Type.Integer({ description: 'Interval length of a point' }),
    series: Type.Array(MetricSeries, {
      description:
        `At most ${limits.query.seriesMax}: those that changed most (range of values relative to the mean), ` +
        'ordered by source, service and metric',
    }),
    total: Type.Integer({ description: 'Number of series in the range' }),
  }),
})
export type MetricSeriesResponse = Static<typeof queryMetricSeries.response>
