-- Spans of all traces.
-- by_trace_and_hour puts the root of a trace into one number, so that all traces of a day can be sorted and counted
-- without reading their spans: whether it has a parent, when it starts (microseconds), and how long it lasts, longest
-- first. http_by_hour keeps the durations of HTTP requests together for exact quantiles.
CREATE TABLE IF NOT EXISTS spans
(
  organization_id LowCardinality(String) COMMENT 'Organization that owns the row; UUIDv7 text, 0197e5a1-6c3e-7d7b-9c0a-5a0c3a0c1d2e',
  project_id LowCardinality(String) COMMENT 'Project, empty for telemetry posted with an API key; UUIDv7 text',
  start_time DateTime64(6, 'UTC') COMMENT 'When the span started, UTC, microseconds; 2026-05-17 12:00:00.123456' CODEC(Delta(8), ZSTD(1)),
  trace_id FixedString(32) COMMENT 'Trace, 32 hex digits; 0af7651916cd43dd8448eb211c80319c' CODEC(ZSTD(1)),
  span_id FixedString(16) COMMENT 'Span, 16 hex digits; b7ad6b7169203331' CODEC(ZSTD(1)),
  parent_span_id String COMMENT 'Span that caused it, 16 hex digits, empty for the root of a trace; 00f067aa0ba902b7' CODEC(ZSTD(1)),
  service LowCardinality(String) COMMENT 'Service that did the work; checkout',
  operation LowCardinality(String) COMMENT 'What it did; GET /checkout',
  duration_us UInt64 COMMENT 'Duration in microseconds; 1500' CODEC(ZSTD(1)),
  status LowCardinality(String) COMMENT 'ok or error, or another word of the sender; ok',
  is_http_entry UInt8 COMMENT '1 for a span that serves an HTTP request, else 0' CODEC(ZSTD(1)),
  http_status UInt16 COMMENT 'HTTP status of the answer, 0 when unknown; 200' CODEC(ZSTD(1)),
  attributes Map(LowCardinality(String), String) COMMENT 'Attributes by name; {http.method: GET}' CODEC(ZSTD(1)),
  log_topic LowCardinality(String) COMMENT 'Topic that the row was read from; with partition and offset it names the batch; spans',
  log_partition UInt16 COMMENT 'Partition of the topic; 0' CODEC(ZSTD(1)),
  log_offset UInt64 COMMENT 'First offset of the batch, the same for all its rows; 81723' CODEC(Delta(8), ZSTD(1)),
  INDEX trace_id_bloom trace_id TYPE bloom_filter(0.01) GRANULARITY 1,
  PROJECTION by_operation_and_hour
  (
    SELECT
      organization_id,
      project_id,
      service,
      operation,
      toStartOfHour(start_time),
      cityHash64(trace_id)
    GROUP BY organization_id, project_id, service, operation, toStartOfHour(start_time), cityHash64(trace_id)
  ),
  PROJECTION by_trace_and_hour
  (
    SELECT
      organization_id,
      project_id,
      toStartOfHour(start_time),
      cityHash64(trace_id),
      min(bitOr(bitShiftLeft(toUInt128(bitOr(bitShiftLeft(toUInt64(parent_span_id > ''), 63), toUInt64(toUnixTimestamp64Micro(start_time)))), 64), bitNot(duration_us)))
    GROUP BY organization_id, project_id, toStartOfHour(start_time), cityHash64(trace_id)
  ),
  PROJECTION http_by_hour
  (
    SELECT
      organization_id,
      project_id,
      toStartOfHour(start_time),
      countIf(is_http_entry = 1 AND (status = 'error' OR http_status >= 500)),
      groupArrayIf(duration_us, is_http_entry = 1)
    GROUP BY organization_id, project_id, toStartOfHour(start_time)
  )
)
ENGINE = MergeTree
PARTITION BY toDate(start_time)
ORDER BY (organization_id, project_id, toStartOfHour(start_time), trace_id, start_time)
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
COMMENT 'Spans. Ordered by tenant, hour and trace: the spans of a trace lie together, and equal ids compress to half of what they take ordered by service; projections find traces by service and operation, list traces and sum up HTTP requests. Whole days are dropped after 30 days: volume is high and old traces are seldom read.'
