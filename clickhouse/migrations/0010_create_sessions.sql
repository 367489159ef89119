-- Release health: updates of single sessions, and sessions that the SDK summed up before it sent them.
CREATE TABLE IF NOT EXISTS sessions
(
  organization_id LowCardinality(String) COMMENT 'Organization that owns the row; UUIDv7 text, 0197e5a1-6c3e-7d7b-9c0a-5a0c3a0c1d2e',
  project_id LowCardinality(String) COMMENT 'Project that the row belongs to; UUIDv7 text, 0197e5a1-7a10-7c55-8f21-2b9d0c1e3f4a',
  release LowCardinality(String) COMMENT 'Release of the application; shop@1.2.3',
  environment LowCardinality(String) COMMENT 'Environment; production',
  started DateTime64(3, 'UTC') COMMENT 'Start of the session, UTC; of summed sessions the minute; 2026-05-17 12:00:00.000' CODEC(Delta(8), ZSTD(1)),
  session_id String COMMENT 'Session, 32 hex digits; empty for summed sessions; 7c7b6585f9014db8b5a2a32b4f1e2d3c' CODEC(ZSTD(1)),
  user_key String COMMENT 'What tells users apart, a hash of 32 hex digits, empty when unknown; 5f4dcc3b5aa765d61d8327deb882cf99' CODEC(ZSTD(1)),
  status LowCardinality(String) COMMENT 'ok, exited, errored, unhandled, abnormal or crashed',
  is_init UInt8 COMMENT '1 for the first update of a session, and for summed sessions; 1' CODEC(ZSTD(1)),
  quantity UInt64 COMMENT 'Sessions that the row stands for; 1' CODEC(ZSTD(1)),
  errors UInt64 COMMENT 'Errors in the session up to this update; 2' CODEC(ZSTD(1)),
  duration_ms Nullable(Float64) COMMENT 'Length of the session in milliseconds, null when unknown; 1500.5' CODEC(ZSTD(1)),
  sequence UInt64 COMMENT 'Order of the updates of one session, higher is newer; 1747483200000' CODEC(ZSTD(1)),
  sdk_name LowCardinality(String) COMMENT 'Name of the SDK; sentry.javascript.browser',
  received_at DateTime64(3, 'UTC') COMMENT 'When ingest took it in, UTC, milliseconds; 2026-05-17 12:00:00.456' CODEC(Delta(8), ZSTD(1)),
  log_topic LowCardinality(String) COMMENT 'Topic that the row was read from; with partition and offset it names the batch; envelopes',
  log_partition UInt16 COMMENT 'Partition of the topic; 0' CODEC(ZSTD(1)),
  log_offset UInt64 COMMENT 'First offset of the batch, the same for all its rows; 81723' CODEC(Delta(8), ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY toDate(started)
ORDER BY (organization_id, project_id, release, started)
TTL toDateTime(started) + toIntervalDay(90)
SETTINGS
  default_compression_codec = 'ZSTD(1)',
  ttl_only_drop_parts = 1,
  materialize_ttl_recalculate_only = 1,
  fsync_after_insert = 1,
  fsync_part_directory = 1,
  non_replicated_deduplication_window = 0
COMMENT 'Sessions. Ordered by tenant, release and start: health is asked for by release. Whole days are dropped after 90 days, with the errors they are compared with.'
