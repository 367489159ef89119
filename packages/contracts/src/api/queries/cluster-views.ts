import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, MapOf, NullableOf, OneOf } from '../../schema.js'
import { LimitParameter, clusterViewParameters } from '../http/parameters.js'
import { defineRoute } from '../http/route.js'

const common = {
  tag: 'Cluster views',
  method: 'get',
  scope: 'telemetry:read',
  rateLimit: 'query',
  status: 200,
} as const

const HoursBack = Type.Integer({ description: 'Number of hours looked back' })
const Percent = NullableOf(
  Type.Number({ description: 'Percentage of capacity, two decimals, may exceed 100; null if no capacity is known' }),
)
const Gigabytes = Type.Number({ description: 'GiB (2^30 bytes)' })
const WithoutCapacity = Type.Integer({ description: 'Nodes that sent samples but have no known capacity' })

export const clusterOverview = defineRoute({
  ...common,
  id: 'clusterOverview',
  path: '/api/v1/telemetry/query/cluster/overview/',
  summary: 'Overview of the clusters',
  query: Closed(clusterViewParameters),
  response: Closed({
    hours_back: HoursBack,
    cluster: Closed({
      node_count: Type.Integer(),
      nodes_without_capacity: WithoutCapacity,
      total_pods: Type.Integer({ description: 'Distinct pods in the window, excluding finished ones' }),
      running_pods: Type.Integer({ description: 'Pods seen in the last five minutes of the window' }),
      cpu_used_percent: Percent,
      memory_used_percent: Percent,
      memory_total_gb: NullableOf(Gigabytes),
      memory_used_gb: Gigabytes,
    }),
    nodes: MapOf(Closed({ cpu_used_percent: Percent, memory_used_percent: Percent })),
    pods_by_namespace: MapOf(Type.Integer()),
    issues: Closed({ crashloops: Type.Integer(), warnings: Type.Integer(), total: Type.Integer() }),
    http: Closed({
      error_rate: Type.Number({ description: 'Ratio from 0 to 1 over entry spans with an HTTP attribute' }),
      latency_p95: Type.Number({ description: 'Milliseconds' }),
      request_count: Type.Integer(),
    }),
  }),
})
export type ClusterOverview = Static<typeof clusterOverview.response>

const PercentRange = Closed({ avg: Percent, min: Percent, max: Percent })

export const clusterNodes = defineRoute({
  ...common,
  id: 'clusterNodes',
  path: '/api/v1/telemetry/query/cluster/nodes/',
  summary: 'Usage per node',
  query: Closed(clusterViewParameters),
  response: Closed({
    hours_back: HoursBack,
    node_count: Type.Integer(),
    nodes_without_capacity: WithoutCapacity,
    nodes: MapOf(
      Closed({
        cpu_used_percent: PercentRange,
        memory_used_percent: PercentRange,
        memory_total_gb: NullableOf(Gigabytes),
        pod_count: Type.Integer(),
      }),
      { description: 'Keyed by node name, or by `cluster/node` if the name occurs in several clusters' },
    ),
    rankings: Closed({
      by_cpu_usage: Type.Array(Type.String()),
      by_memory_usage: Type.Array(Type.String()),
    }),
    hottest_node: NullableOf(Type.String()),
  }),
})
export type ClusterNodes = Static<typeof clusterNodes.response>

export const clusterTop = defineRoute({
  ...common,
  id: 'clusterTop',
  path: '/api/v1/telemetry/query/cluster/top/',
  summary: 'Pods with the highest usage',
  query: Closed({
    resource: OneOf(['cpu', 'memory'] as const, { default: 'cpu', description: 'cpu or memory' }),
    ...clusterViewParameters,
    limit: LimitParameter(limits.query.clusterTopLimitDefault, limits.query.clusterTopLimitMax),
  }),
  response: Closed({
    resource: OneOf(['cpu', 'memory'] as const),
    hours_back: HoursBack,
    limit: Type.Integer(),
    basis: OneOf(['node_capacity', 'one_core', 'observed_share'] as const, {
      description:
        'What 100 percent refers to for pods whose node capacity is unknown; `node_capacity` if all are known',
    }),
    top_consumers: Type.Array(
      Closed({
        namespace: Type.String(),
        pod: Type.String(),
        avg_percent: Type.Number(),
        max_percent: Type.Number(),
        basis: OneOf(['node_capacity', 'one_core', 'observed_share'] as const),
      }),
    ),
    by_namespace: MapOf(Closed({ avg: Type.Number(), pod_count: Type.Integer() })),
  }),
})
export type ClusterTop = Static<typeof clusterTop.response>
