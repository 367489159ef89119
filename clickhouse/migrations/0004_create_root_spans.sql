-- A copy of the spans that have no parent, written with them in the same batch.
CREATE TABLE IF NOT EXISTS root_spans
(
  organization_id LowCardinality(String) COMMENT 'Organization that owns the row; UUIDv7 text, 0197e5a1-6c3e-7d7b-9c0a-5a0c3a0c1d2e',
  project_id LowCardinality(String) COMMENT 'Project, empty for telemetry posted with an API key; UUIDv7 text',
  start_time DateTime64(6, 'UTC') COMMENT 'When the span started, UTC, microseconds; 2026-05-17 12:00:00.123456' CODEC(Delta(8), ZSTD(1)),
  trace_id FixedString(32) COMMENT 'Trace, 32 hex digits; 0af7651916cd43dd8448eb211c80319c' CODEC(ZSTD(1)),
  span_id FixedString(16) COMMENT 'Span, 16 hex digits; b7ad6b7169203331' CODEC(ZSTD(1)),
  service LowCardinality(String) COMMENT 'Service that did the work; checkout',
  operation LowCardinality(String) COMMENT 'What it did; GET /checkout',
  duration_us UInt64 COMMENT 'Duration in microseconds; 1500' CODEC(ZSTD(1)),
  status LowCardinality(String) COMMENT 'ok or error, or another word of the sender; ok',
  log_topic LowCardinality(String) COMMENT 'Topic that the row was read from; with partition and offset it names the batch; spans',
  log_partition UInt16 COMMENT 'Partition of the topic; 0' CODEC(ZSTD(1)),
  log_offset UInt64 COMMENT 'First offset of the batch, the same for all its rows; 81723' CODEC(Delta(8), ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY toDate(start_time)
ORDER BY (organization_id, project_id, start_time)
TTL toDateTime(start_time) + toIntervalDay(30)
SETTINGS
  default_compression_codec = 'ZSTD(1)',
  ttl_only_drop_parts = 1,
  materialize_ttl_recalculate_only = 1,
  fsync_after_insert = 1,
  fsync_part_directory = 1,
  non_replicated_deduplication_window = 0,
  deduplicate_merge_projection_mode = 'rebuild',
  lightweight_mutation_projection_mode = 'rebuild'
COMMENT 'Spans without parent: what the trace list pages through. Ordered by tenant and time, so that newest-first pages read from the end and stop. Whole days are dropped after 30 days, with the spans.'
