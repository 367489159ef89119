-- One row per sample with a column for each documented metric.
-- The projection says which series there are, what they are about and what they sent: few rows, so that names cost next
-- to nothing. Minutes need none: reading the samples of a day into arrays of 60 minutes takes half as long as reading
-- and merging them grouped by minute.
CREATE TABLE IF NOT EXISTS container_metrics
(
  organization_id LowCardinality(String) COMMENT 'Organization that owns the row; UUIDv7 text, 0197e5a1-6c3e-7d7b-9c0a-5a0c3a0c1d2e',
  timestamp DateTime64(3, 'UTC') COMMENT 'When the sample was taken, UTC, milliseconds; 2026-05-17 12:00:15.000' CODEC(DoubleDelta, ZSTD(1)),
  cluster LowCardinality(String) COMMENT 'Cluster; main',
  namespace LowCardinality(String) COMMENT 'Namespace, empty for a sample of a node or cluster; shop',
  pod LowCardinality(String) COMMENT 'Pod, empty for a wider scope; web-7d4b9c6f5-x2x8z',
  container LowCardinality(String) COMMENT 'Container, empty for a wider scope; web',
  node LowCardinality(String) COMMENT 'Node, empty when unknown; node-1',
  cpu_usage_cores Nullable(Float64) COMMENT 'CPU in use, cores; 0.25' CODEC(ZSTD(1)),
  memory_usage_bytes Nullable(Float64) COMMENT 'Memory in use, bytes; 104857600' CODEC(Delta(8), ZSTD(1)),
  network_rx_bytes Nullable(Float64) COMMENT 'Bytes received so far, a counter; 73728' CODEC(Delta(8), ZSTD(1)),
  network_tx_bytes Nullable(Float64) COMMENT 'Bytes sent so far, a counter; 36864' CODEC(Delta(8), ZSTD(1)),
  log_topic LowCardinality(String) COMMENT 'Topic that the row was read from; with partition and offset it names the batch; spans',
  log_partition UInt16 COMMENT 'Partition of the topic; 0' CODEC(ZSTD(1)),
  log_offset UInt64 COMMENT 'First offset of the batch, the same for all its rows; 81723' CODEC(Delta(8), ZSTD(1)),
  series UInt64 MATERIALIZED cityHash64(cluster, namespace, pod, container, node) COMMENT 'Hash of the labels: one number per sampled thing of an organization; 11400714819323198485' CODEC(ZSTD(1)),
  PROJECTION by_hour
  (
    SELECT
      organization_id,
      toStartOfHour(timestamp),
      series,
      any(cluster),
      any(namespace),
      any(pod),
      any(container),
      any(node),
      count(cpu_usage_cores),
      max(cpu_usage_cores),
      count(memory_usage_bytes),
      max(memory_usage_bytes),
      count(network_rx_bytes),
      max(network_rx_bytes),
      count(network_tx_bytes),
      max(network_tx_bytes)
    GROUP BY organization_id, toStartOfHour(timestamp), series
  )
)
ENGINE = MergeTree
PARTITION BY toDate(timestamp)
ORDER BY (organization_id, cluster, toStartOfHour(timestamp), series, timestamp)
TTL toDateTime(timestamp) + toIntervalDay(30)
SETTINGS
  default_compression_codec = 'ZSTD(1)',
  ttl_only_drop_parts = 1,
  materialize_ttl_recalculate_only = 1,
  fsync_after_insert = 1,
  fsync_part_directory = 1,
  non_replicated_deduplication_window = 0,
  deduplicate_merge_projection_mode = 'rebuild',
  lightweight_mutation_projection_mode = 'rebuild'
COMMENT 'Samples of containers, pods, nodes and clusters. Ordered by tenant, cluster, hour and series: the samples of a series follow each other, so values and labels compress to a few bytes; the projection tells what was sampled without reading the samples. Whole days are dropped after 30 days.'
