-- Metrics that applications measure themselves: one row per measurement, as the SDK sent it.
CREATE TABLE IF NOT EXISTS app_metrics
(
  organization_id LowCardinality(String) COMMENT 'Organization that owns the row; UUIDv7 text, 0197e5a1-6c3e-7d7b-9c0a-5a0c3a0c1d2e',
  project_id LowCardinality(String) COMMENT 'Project that the row belongs to; UUIDv7 text, 0197e5a1-7a10-7c55-8f21-2b9d0c1e3f4a',
  name LowCardinality(String) COMMENT 'Name of the metric; orders.placed',
  type LowCardinality(String) COMMENT 'counter, gauge or distribution',
  unit LowCardinality(String) COMMENT 'Unit of the value, empty when unknown; millisecond',
  timestamp DateTime64(6, 'UTC') COMMENT 'When it was measured, UTC, microseconds; 2026-05-17 12:00:00.123456' CODEC(Delta(8), ZSTD(1)),
  value Float64 COMMENT 'Value in the unit; counters: what was added; 1.5' CODEC(ZSTD(1)),
  trace_id String COMMENT 'Trace that it belongs to, 32 hex digits or empty; 0af7651916cd43dd8448eb211c80319c' CODEC(ZSTD(1)),
  span_id String COMMENT 'Span that it belongs to, 16 hex digits or empty; b7ad6b7169203331' CODEC(ZSTD(1)),
  service LowCardinality(String) COMMENT 'Service that sent it; checkout',
  release LowCardinality(String) COMMENT 'Release of the application; shop@1.2.3',
  environment LowCardinality(String) COMMENT 'Environment; production',
  sdk_name LowCardinality(String) COMMENT 'Name of the SDK; sentry.javascript.node',
  attributes Map(LowCardinality(String), String) COMMENT 'Attributes by name, values as text; {http.method: GET}' CODEC(ZSTD(1)),
  received_at DateTime64(3, 'UTC') COMMENT 'When ingest took it in, UTC, milliseconds; 2026-05-17 12:00:00.456' CODEC(Delta(8), ZSTD(1)),
  log_topic LowCardinality(String) COMMENT 'Topic that the row was read from; with partition and offset it names the batch; envelopes',
  log_partition UInt16 COMMENT 'Partition of the topic; 0' CODEC(ZSTD(1)),
  log_offset UInt64 COMMENT 'First offset of the batch, the same for all its rows; 81723' CODEC(Delta(8), ZSTD(1)),
  INDEX trace_id_bloom trace_id TYPE bloom_filter(0.01) GRANULARITY 1
)
ENGINE = MergeTree
PARTITION BY toDate(timestamp)
ORDER BY (organization_id, project_id, name, timestamp)
TTL toDateTime(timestamp) + toIntervalDay(30)
SETTINGS
  default_compression_codec = 'ZSTD(1)',
  ttl_only_drop_parts = 1,
  materialize_ttl_recalculate_only = 1,
  fsync_after_insert = 1,
  fsync_part_directory = 1,
  non_replicated_deduplication_window = 0
COMMENT 'Metrics measured by applications. Ordered by tenant, metric and time: a chart reads one metric. Whole days are dropped after 30 days, like the metrics of containers.'
