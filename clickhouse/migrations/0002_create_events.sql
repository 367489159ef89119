-- Errors and messages. Texts that only a detail view reads (stack_trace, payload) are compressed harder.
CREATE TABLE IF NOT EXISTS events
(
  organization_id LowCardinality(String) COMMENT 'Organization that owns the row; UUIDv7 text, 0197e5a1-6c3e-7d7b-9c0a-5a0c3a0c1d2e',
  project_id LowCardinality(String) COMMENT 'Project that the row belongs to; UUIDv7 text, 0197e5a1-7a10-7c55-8f21-2b9d0c1e3f4a',
  timestamp DateTime64(3, 'UTC') COMMENT 'When it happened, UTC, milliseconds; 2026-05-17 12:00:00.123' CODEC(Delta(8), ZSTD(1)),
  event_id FixedString(32) COMMENT 'Id that the SDK gave it, 32 hex digits; 9ec79c33ec9942ab8353589fcb2e04dc' CODEC(ZSTD(1)),
  level LowCardinality(String) COMMENT 'Severity: fatal, error, warning, info, debug',
  message String COMMENT 'Formatted message, empty for exceptions without one; Payment declined' CODEC(ZSTD(1)),
  exception_type LowCardinality(String) COMMENT 'Class of the exception, empty for messages; TypeError',
  exception_value String COMMENT 'Text of the exception; x is not a function' CODEC(ZSTD(1)),
  title String COMMENT 'What a list shows; TypeError: x is not a function' CODEC(ZSTD(1)),
  culprit String COMMENT 'Where it happened, transaction or crash frame; checkout in shop.js' CODEC(ZSTD(1)),
  platform LowCardinality(String) COMMENT 'Platform of the SDK; javascript',
  sdk_name LowCardinality(String) COMMENT 'Name of the SDK; sentry.javascript.node',
  sdk_version LowCardinality(String) COMMENT 'Version of the SDK; 9.0.0',
  release LowCardinality(String) COMMENT 'Release of the application; shop@1.2.3',
  dist LowCardinality(String) COMMENT 'Distribution of the release; 42',
  environment LowCardinality(String) COMMENT 'Environment; production',
  server_name LowCardinality(String) COMMENT 'Host; web-1',
  logger LowCardinality(String) COMMENT 'Logger; shop.payments',
  transaction LowCardinality(String) COMMENT 'Transaction that was under way; GET /checkout',
  trace_id String COMMENT 'Trace that it belongs to, 32 hex digits or empty; 0af7651916cd43dd8448eb211c80319c' CODEC(ZSTD(1)),
  span_id String COMMENT 'Span that it belongs to, 16 hex digits or empty; b7ad6b7169203331' CODEC(ZSTD(1)),
  user_key String COMMENT 'What tells users apart, id before e-mail before username before address; id:42' CODEC(ZSTD(1)),
  user String COMMENT 'JSON of the user, empty when there is none; {"id":"42"}' CODEC(ZSTD(1)),
  tags Map(LowCardinality(String), String) COMMENT 'Tags by name; {browser: Firefox}' CODEC(ZSTD(1)),
  fingerprint FixedString(32) COMMENT 'Equal for events of one issue, 32 hex digits; 5f4dcc3b5aa765d61d8327deb882cf99' CODEC(ZSTD(1)),
  grouping_version LowCardinality(String) COMMENT 'Version of the grouping that made the fingerprint; 1',
  grouping_components String COMMENT 'JSON of the parts that contributed to the fingerprint; {"type":"TypeError"}' CODEC(ZSTD(1)),
  stack_trace String COMMENT 'Stack trace as text, several lines; at checkout (shop.js:1:2)' CODEC(ZSTD(3)),
  payload String COMMENT 'Normalised event as JSON, at most 1 MiB' CODEC(ZSTD(3)),
  received_at DateTime64(3, 'UTC') COMMENT 'When ingest took it in, UTC, milliseconds; 2026-05-17 12:00:00.456' CODEC(Delta(8), ZSTD(1)),
  log_topic LowCardinality(String) COMMENT 'Topic that the row was read from; with partition and offset it names the batch; spans',
  log_partition UInt16 COMMENT 'Partition of the topic; 0' CODEC(ZSTD(1)),
  log_offset UInt64 COMMENT 'First offset of the batch, the same for all its rows; 81723' CODEC(Delta(8), ZSTD(1)),
  INDEX event_id_bloom event_id TYPE bloom_filter(0.01) GRANULARITY 1,
  INDEX fingerprint_bloom fingerprint TYPE bloom_filter(0.01) GRANULARITY 1,
  INDEX trace_id_bloom trace_id TYPE bloom_filter(0.01) GRANULARITY 1,
  PROJECTION by_fingerprint_and_hour
  (
    SELECT
      organization_id,
      project_id,
      fingerprint,
      toStartOfHour(timestamp),
      count(),
      min(timestamp),
      max(timestamp)
    GROUP BY organization_id, project_id, fingerprint, toStartOfHour(timestamp)
  )
)
ENGINE = MergeTree
PARTITION BY toDate(timestamp)
ORDER BY (organization_id, project_id, timestamp, event_id)
TTL toDateTime(timestamp) + toIntervalDay(90)
SETTINGS
  default_compression_codec = 'ZSTD(1)',
  ttl_only_drop_parts = 1,
  materialize_ttl_recalculate_only = 1,
  fsync_after_insert = 1,
  fsync_part_directory = 1,
  non_replicated_deduplication_window = 0,
  deduplicate_merge_projection_mode = 'rebuild',
  lightweight_mutation_projection_mode = 'rebuild'
COMMENT 'Errors and messages. Ordered by tenant and time, so that newest-first pages read from the end and stop. Whole days are dropped after 90 days: errors are compared across releases.'
