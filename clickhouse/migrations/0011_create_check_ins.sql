-- Signs of life of scheduled jobs. The schedule lies beside the check-in that announced it, so that no other store has to know monitors.
CREATE TABLE IF NOT EXISTS check_ins
(
  organization_id LowCardinality(String) COMMENT 'Organization that owns the row; UUIDv7 text, 0197e5a1-6c3e-7d7b-9c0a-5a0c3a0c1d2e',
  project_id LowCardinality(String) COMMENT 'Project that the row belongs to; UUIDv7 text, 0197e5a1-7a10-7c55-8f21-2b9d0c1e3f4a',
  monitor_slug LowCardinality(String) COMMENT 'Monitor, as the SDK names it; nightly-backup',
  environment LowCardinality(String) COMMENT 'Environment; production',
  timestamp DateTime64(3, 'UTC') COMMENT 'When it happened, UTC, milliseconds; 2026-05-17 12:00:00.123' CODEC(Delta(8), ZSTD(1)),
  check_in_id FixedString(32) COMMENT 'Run that it belongs to, 32 hex digits, all zeros for the newest open one; 7c7b6585f9014db8b5a2a32b4f1e2d3c' CODEC(ZSTD(1)),
  status LowCardinality(String) COMMENT 'in_progress, ok or error',
  duration_ms Nullable(Float64) COMMENT 'Length of the run in milliseconds, null when unknown; 1500' CODEC(ZSTD(1)),
  release LowCardinality(String) COMMENT 'Release of the application; shop@1.2.3',
  trace_id String COMMENT 'Trace that it belongs to, 32 hex digits or empty; 0af7651916cd43dd8448eb211c80319c' CODEC(ZSTD(1)),
  monitor_config String COMMENT 'JSON of the schedule that came with it, empty without one; {"schedule":{"type":"crontab","value":"0 * * * *"}}' CODEC(ZSTD(1)),
  received_at DateTime64(3, 'UTC') COMMENT 'When ingest took it in, UTC, milliseconds; 2026-05-17 12:00:00.456' CODEC(Delta(8), ZSTD(1)),
  log_topic LowCardinality(String) COMMENT 'Topic that the row was read from; with partition and offset it names the batch; envelopes',
  log_partition UInt16 COMMENT 'Partition of the topic; 0' CODEC(ZSTD(1)),
  log_offset UInt64 COMMENT 'First offset of the batch, the same for all its rows; 81723' CODEC(Delta(8), ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY toDate(timestamp)
ORDER BY (organization_id, project_id, monitor_slug, environment, timestamp)
TTL toDateTime(timestamp) + toIntervalDay(400)
SETTINGS
  default_compression_codec = 'ZSTD(1)',
  ttl_only_drop_parts = 1,
  materialize_ttl_recalculate_only = 1,
  fsync_after_insert = 1,
  fsync_part_directory = 1,
  non_replicated_deduplication_window = 0
COMMENT 'Check-ins. Ordered by tenant, monitor and time, as monitors are judged. Whole days are dropped after 400 days: a yearly job must be known for more than a year.'
