import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, NullableOf, Timestamp } from '../../schema.js'
import { defineRoute } from '../http/route.js'
import { OneInTraces, comparedRangeParameters, IntervalParameter, queryRoute } from './query-parameters.js'

const Duration = (description: string) => NullableOf(Type.Number({ description: `${description}, milliseconds` }))
const Count = (description: string) => Type.Integer({ description })

/** Activity of a service in one interval. */
export const ServicePoint = Closed({
  timestamp: { ...Timestamp, description: 'Start of the interval' },
  requests: Count('Entry spans: spans without a parent in the same service'),
  errors: Count('Failed entry spans: status `error`, or HTTP status 500 or higher'),
  p50_ms: Duration('Median duration of entry spans'),
  p95_ms: Duration('95th percentile of the duration of entry spans'),
  error_events: Count('Error and fatal events'),
  logs: Closed(
    { info: Count('trace, debug and info'), warn: Count('warn'), error: Count('error and fatal') },
    { description: 'Log entries by level' },
  ),
})
export type ServicePoint = Static<typeof ServicePoint>

export const queryServices = defineRoute({
  ...queryRoute,
  id: 'queryServices',
  path: '/api/v1/telemetry/query/services/',
  summary: 'Activity of each service over time: requests, errors, durations, events and log entries',
  description:
    "The service of an event is its tag `service.name` or `service`, otherwise its project's name. Intervals " +
    'without telemetry from a service are omitted.',
  query: Closed({
    ...comparedRangeParameters,
    interval_seconds: IntervalParameter('services'),
  }),
  response: Closed({
    interval_seconds: Type.Integer({ description: 'Interval length of a point' }),
    one_in_traces: OneInTraces,
    services: Type.Array(Closed({ service: Type.String(), points: Type.Array(ServicePoint) }), {
      description: 'Ordered by name; points oldest first',
    }),
    services_left_out: Count(`Number of services beyond the ${limits.query.servicesMax} most active`),
  }),
})
export type ServicesResponse = Static<typeof queryServices.response>
