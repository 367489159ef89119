-- One row per value of any metric name that container_metrics has no column for.
CREATE TABLE IF NOT EXISTS metric_points
(
  organization_id LowCardinality(String) COMMENT 'Organization that owns the row; UUIDv7 text, 0197e5a1-6c3e-7d7b-9c0a-5a0c3a0c1d2e',
  timestamp DateTime64(3, 'UTC') COMMENT 'When the sample was taken, UTC, milliseconds; 2026-05-17 12:00:15.000' CODEC(DoubleDelta, ZSTD(1)),
  cluster LowCardinality(String) COMMENT 'Cluster; main',
  namespace LowCardinality(String) COMMENT 'Namespace, empty for a sample of a node or cluster; shop',
  pod LowCardinality(String) COMMENT 'Pod, empty for a wider scope; web-7d4b9c6f5-x2x8z',
  container LowCardinality(String) COMMENT 'Container, empty for a wider scope; web',
  node LowCardinality(String) COMMENT 'Node, empty when unknown; node-1',
  metric_name LowCardinality(String) COMMENT 'Name of the metric; queue_length',
  value Float64 COMMENT 'Value in the unit that the name says; 3' CODEC(ZSTD(1)),
  log_topic LowCardinality(String) COMMENT 'Topic that the row was read from; with partition and offset it names the batch; spans',
  log_partition UInt16 COMMENT 'Partition of the topic; 0' CODEC(ZSTD(1)),
  log_offset UInt64 COMMENT 'First offset of the batch, the same for all its rows; 81723' CODEC(Delta(8), ZSTD(1)),
  series UInt64 MATERIALIZED cityHash64(cluster, namespace, pod, container, node) COMMENT 'Hash of the labels: one number per sampled thing of an organization; 11400714819323198485' CODEC(ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY toDate(timestamp)
ORDER BY (organization_id, metric_name, toStartOfHour(timestamp), series, timestamp)
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
COMMENT 'Values of undocumented metrics. Ordered by tenant, name, hour and series: a query names the metric, and equal series compress. Whole days are dropped after 30 days.'
