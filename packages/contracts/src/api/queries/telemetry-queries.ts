import { Type } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, OneOf, Timestamp } from '../../schema.js'
import { ErrorsResponse } from '../../telemetry/error.js'
import { MetricSample } from '../../telemetry/metric.js'
import { TraceSummary } from '../../telemetry/span.js'
import {
  LimitParameter,
  OffsetParameter,
  ProjectIdParameter,
  TextParameter,
  timeRangeParameters,
} from '../http/parameters.js'
import { defineRoute } from '../http/route.js'
import {
  EnvironmentParameter,
  FingerprintParameter,
  HexId,
  queryRoute,
  ReleaseParameter,
  TagParameter,
} from './query-parameters.js'

// Every export is a served route: `queryRoutes` lists them all.

const errorFilters = {
  project_id: ProjectIdParameter,
  release: ReleaseParameter,
  environment: EnvironmentParameter,
  transaction: TextParameter('Transaction in progress'),
  trace_id: Type.Optional(HexId('Trace it belongs to')),
  fingerprint: FingerprintParameter,
  user: TextParameter('User id, e-mail address, name or IP address'),
  handled: Type.Optional(
    Type.Boolean({ description: '`false`: only unhandled errors, as reported by the SDK; `true`: only the others' }),
  ),
  tag: TagParameter('Events that have the tag'),
  level: Type.Optional(
    OneOf(['error', 'warning', 'info'] as const, { description: '`error` includes fatal, `info` includes debug' }),
  ),
  event_id: Type.Optional(HexId('Only the event with this id')),
  limit: LimitParameter(limits.query.listLimitDefault, limits.query.listLimitMax),
  offset: OffsetParameter,
}

export const queryErrors = defineRoute({
  ...queryRoute,
  id: 'queryErrors',
  path: '/api/v1/telemetry/query/errors/',
  summary: 'Error events, newest first',
  query: Closed({
    ...timeRangeParameters(['1h', '6h', '24h', '7d', '30d'], '24h'),
    ...errorFilters,
    search: TextParameter(
      'Part of the message, exception type or exception value, case-insensitive and matched literally',
    ),
  }),
  response: ErrorsResponse,
})

export const readErrors = defineRoute({
  ...queryRoute,
  id: 'readErrors',
  path: '/api/v1/telemetry/errors/',
  summary: 'Error events by action',
  description: '`action=recent` lists events of the last hours; `action=search` searches the same range for `query`.',
  query: Closed({
    action: OneOf(['recent', 'search'] as const),
    hours_back: Type.Integer({ minimum: 1, maximum: 2_160, default: 24, description: 'Number of hours to look back' }),
    query: TextParameter('Search text; required with `action=search`'),
    ...errorFilters,
    end: Type.Optional({ ...Timestamp, description: 'End of the range, exclusive; default now' }),
  }),
  response: ErrorsResponse,
})

export const queryMetrics = defineRoute({
  ...queryRoute,
  id: 'queryMetrics',
  path: '/api/v1/telemetry/query/metrics/',
  summary: 'Metric samples, newest first',
  query: Closed({
    ...timeRangeParameters(['5m', '15m', '1h', '6h', '24h'], '1h'),
    cluster: TextParameter('Cluster ID'),
    namespace: TextParameter('Kubernetes namespace'),
    pod: TextParameter('Prefix of the pod name'),
    container: TextParameter('Container name'),
    metric: TextParameter('Metric name'),
    limit: LimitParameter(limits.query.metricsLimitDefault, limits.query.metricsLimitMax),
    offset: OffsetParameter,
  }),
  response: Closed({
    metrics: Type.Array(MetricSample),
    total: Type.Integer({ description: 'Number of matching samples, one per metric name' }),
  }),
})

export const queryTraces = defineRoute({
  ...queryRoute,
  id: 'queryTraces',
  path: '/api/v1/telemetry/query/traces/',
  summary: 'Traces, newest first',
  query: Closed({
    ...timeRangeParameters(['5m', '15m', '1h', '6h', '24h', '7d', '30d'], '1h'),
    project_id: ProjectIdParameter,
    service: TextParameter('Service of any span in the trace'),
    operation: TextParameter('Operation of any span in the trace'),
    environment: TextParameter('Environment of any span in the trace'),
    tag: TagParameter('Traces with a span that has the tag or attribute'),
    status: Type.Optional(
      OneOf(['ok', 'error'] as const, {
        description:
          '`error`: at least one span matching the other filters failed; `ok`: none of them did. Without other ' +
          'filters, all spans count',
      }),
    ),
    trace_id: Type.Optional(HexId('Only this trace')),
    min_duration_ms: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: limits.span.durationMsMax,
        description: 'Minimum duration of the root span in milliseconds',
      }),
    ),
    limit: LimitParameter(limits.query.listLimitDefault, limits.query.listLimitMax),
    offset: OffsetParameter,
  }),
  response: Closed({
    traces: Type.Array(TraceSummary),
    total: Type.Integer({ description: 'Number of matching traces' }),
  }),
})

export const queryStats = defineRoute({
  ...queryRoute,
  id: 'queryStats',
  path: '/api/v1/telemetry/query/stats/',
  summary: 'Error, metric and trace counts',
  query: Closed({
    ...timeRangeParameters(['1h', '6h', '24h', '7d', '30d', '90d'], '24h'),
    project_id: ProjectIdParameter,
  }),
  response: Closed({
    stats: Closed({
      events: Closed({
        total: Type.Integer(),
        errors: Type.Integer({ description: 'Levels error and fatal' }),
        warnings: Type.Integer(),
        info: Type.Integer({ description: 'Levels info and debug' }),
      }),
      metrics: Closed({
        total: Type.Integer({ description: 'Samples, one per metric name' }),
        containers: Type.Integer({ description: 'Distinct containers' }),
        pods: Type.Integer({ description: 'Distinct pods' }),
      }),
      traces: Closed({
        total: Type.Integer({ description: 'Distinct traces' }),
        avg_duration_ms: Type.Number({
          description: 'Mean duration of root spans in milliseconds, 0 if there are none',
        }),
      }),
    }),
    period: Closed({ start: Timestamp, end: Timestamp }),
  }),
})
