import { Type, type Static } from 'typebox'
import { limits } from '../limits.js'
import { Closed, MapOf, Open, Timestamp } from '../schema.js'

/** The four documented metric names; each has its own column in the store. */
export const containerMetricNames = [
  'cpu_usage_cores',
  'memory_usage_bytes',
  'network_rx_bytes',
  'network_tx_bytes',
] as const
export type ContainerMetricName = (typeof containerMetricNames)[number]

const Label = Type.String({ maxLength: limits.metric.labelLengthMax, default: '' })

/**
 * A sample as posted by an agent. Labels may be missing: a sample without namespace, pod and container describes a
 * node, one without a container a pod, and one without a node as well the cluster.
 */
export const MetricItem = Open({
  timestamp: Timestamp,
  cluster: Type.Optional(Label),
  namespace: Type.Optional(Label),
  pod: Type.Optional(Label),
  container: Type.Optional(Label),
  node: Type.Optional(Label),
  metrics: MapOf(Type.Number(), {
    description: 'Metric name to value, in the unit given by the name; values must be finite',
    propertyNames: { minLength: 1, maxLength: limits.metric.nameLengthMax },
    minProperties: 1,
    maxProperties: limits.metric.namesMax,
  }),
})
export type MetricItem = Static<typeof MetricItem>

/** A value as the metrics query returns it. */
export const MetricSample = Closed({
  timestamp: Timestamp,
  cluster: Type.String(),
  namespace: Type.String(),
  pod: Type.String(),
  container: Type.String(),
  node: Type.String({ description: 'Node name, empty if the agent did not send it' }),
  metric_name: Type.String(),
  value: Type.Number({ description: 'In the unit given by the metric name' }),
})
export type MetricSample = Static<typeof MetricSample>
