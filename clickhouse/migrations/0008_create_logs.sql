-- Log entries of applications. Texts are searched by substring within a time range, so the bodies of one project and day lie together.
CREATE TABLE IF NOT EXISTS logs
(
  organization_id LowCardinality(String) COMMENT 'Organization that owns the row; UUIDv7 text, 0197e5a1-6c3e-7d7b-9c0a-5a0c3a0c1d2e',
  project_id LowCardinality(String) COMMENT 'Project that the row belongs to; UUIDv7 text, 0197e5a1-7a10-7c55-8f21-2b9d0c1e3f4a',
  timestamp DateTime64(6, 'UTC') COMMENT 'When it was logged, UTC, microseconds; 2026-05-17 12:00:00.123456' CODEC(Delta(8), ZSTD(1)),
  sequence UInt64 COMMENT 'Order of entries of the same time, as the SDK counted; 3' CODEC(ZSTD(1)),
  level LowCardinality(String) COMMENT 'Severity: trace, debug, info, warn, error, fatal',
  severity_number UInt8 COMMENT 'OpenTelemetry severity number, 1 to 24; 9' CODEC(ZSTD(1)),
  body String COMMENT 'Text of the entry; order 42 accepted' CODEC(ZSTD(1)),
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
ORDER BY (organization_id, project_id, timestamp)
TTL toDateTime(timestamp) + toIntervalDay(30)
SETTINGS
  default_compression_codec = 'ZSTD(1)',
  ttl_only_drop_parts = 1,
  materialize_ttl_recalculate_only = 1,
  fsync_after_insert = 1,
  fsync_part_directory = 1,
  non_replicated_deduplication_window = 0
COMMENT 'Log entries. Ordered by tenant and time, so that newest-first pages read from the end and stop. Whole days are dropped after 30 days: logs are the largest kind and age fastest.'
