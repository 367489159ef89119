import type { TableDefinition } from './definition.js'

/** Subject of a sample; empty labels widen its scope from container to pod, node and cluster. */
interface SampleLabels {
  organization_id: string
  /** Unix milliseconds. */
  timestamp: number
  cluster: string
  namespace: string
  pod: string
  container: string
  node: string
}

/** One sample of the documented metrics; null for those it does not contain. */
export interface ContainerMetricRow extends SampleLabels {
  cpu_usage_cores: number | null
  memory_usage_bytes: number | null
  network_rx_bytes: number | null
  network_tx_bytes: number | null
}

/** One value of a metric with any other name. */
export interface MetricPointRow extends SampleLabels {
  metric_name: string
  value: number
}

const labelColumns = {
  organization_id: 'LowCardinality(String)',
  timestamp: "DateTime64(3, 'UTC')",
  cluster: 'LowCardinality(String)',
  namespace: 'LowCardinality(String)',
  pod: 'LowCardinality(String)',
  container: 'LowCardinality(String)',
  node: 'LowCardinality(String)',
} as const

export const containerMetricsTable: TableDefinition<ContainerMetricRow> = {
  name: 'container_metrics',
  columns: {
    ...labelColumns,
    cpu_usage_cores: 'Nullable(Float64)',
    memory_usage_bytes: 'Nullable(Float64)',
    network_rx_bytes: 'Nullable(Float64)',
    network_tx_bytes: 'Nullable(Float64)',
  },
  retention: { kind: 'metrics', column: 'timestamp' },
  partitionTimeMs: (row) => row.timestamp,
}

export const metricPointsTable: TableDefinition<MetricPointRow> = {
  name: 'metric_points',
  columns: { ...labelColumns, metric_name: 'LowCardinality(String)', value: 'Float64' },
  retention: { kind: 'metrics', column: 'timestamp' },
  partitionTimeMs: (row) => row.timestamp,
}
