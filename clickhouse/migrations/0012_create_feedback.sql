-- What users wrote, from feedback items and from the older user reports.
CREATE TABLE IF NOT EXISTS feedback
(
  organization_id LowCardinality(String) COMMENT 'Organization that owns the row; UUIDv7 text, 0197e5a1-6c3e-7d7b-9c0a-5a0c3a0c1d2e',
  project_id LowCardinality(String) COMMENT 'Project that the row belongs to; UUIDv7 text, 0197e5a1-7a10-7c55-8f21-2b9d0c1e3f4a',
  timestamp DateTime64(3, 'UTC') COMMENT 'When it was written, UTC, milliseconds; 2026-05-17 12:00:00.123' CODEC(Delta(8), ZSTD(1)),
  feedback_id FixedString(32) COMMENT 'Id of the feedback, 32 hex digits; 9ec79c33ec9942ab8353589fcb2e04dc' CODEC(ZSTD(1)),
  message String COMMENT 'What the user wrote; The button does nothing' CODEC(ZSTD(1)),
  name String COMMENT 'Name that the user gave, may be empty; Ada' CODEC(ZSTD(1)),
  contact_email String COMMENT 'Address that the user gave, may be empty; ada@example.com' CODEC(ZSTD(1)),
  url String COMMENT 'Page, may be empty; https://shop.example/cart' CODEC(ZSTD(1)),
  source LowCardinality(String) COMMENT 'What collected it, may be empty; widget',
  associated_event_id String COMMENT 'Event that it is about, 32 hex digits or empty; 1f2d3c4b5a69788796a5b4c3d2e1f001' CODEC(ZSTD(1)),
  replay_id String COMMENT 'Replay, 32 hex digits or empty' CODEC(ZSTD(1)),
  trace_id String COMMENT 'Trace that it belongs to, 32 hex digits or empty; 0af7651916cd43dd8448eb211c80319c' CODEC(ZSTD(1)),
  release LowCardinality(String) COMMENT 'Release of the application; shop@1.2.3',
  environment LowCardinality(String) COMMENT 'Environment; production',
  platform LowCardinality(String) COMMENT 'Platform of the SDK; javascript',
  sdk_name LowCardinality(String) COMMENT 'Name of the SDK; sentry.javascript.browser',
  user_key String COMMENT 'What tells users apart, may be empty; id:42' CODEC(ZSTD(1)),
  user String COMMENT 'JSON of the user, empty when there is none; {"id":"42"}' CODEC(ZSTD(1)),
  tags Map(LowCardinality(String), String) COMMENT 'Tags by name; {browser: Firefox}' CODEC(ZSTD(1)),
  received_at DateTime64(3, 'UTC') COMMENT 'When ingest took it in, UTC, milliseconds; 2026-05-17 12:00:00.456' CODEC(Delta(8), ZSTD(1)),
  log_topic LowCardinality(String) COMMENT 'Topic that the row was read from; with partition and offset it names the batch; envelopes',
  log_partition UInt16 COMMENT 'Partition of the topic; 0' CODEC(ZSTD(1)),
  log_offset UInt64 COMMENT 'First offset of the batch, the same for all its rows; 81723' CODEC(Delta(8), ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY toDate(timestamp)
ORDER BY (organization_id, project_id, timestamp, feedback_id)
TTL toDateTime(timestamp) + toIntervalDay(90)
SETTINGS
  default_compression_codec = 'ZSTD(1)',
  ttl_only_drop_parts = 1,
  materialize_ttl_recalculate_only = 1,
  fsync_after_insert = 1,
  fsync_part_directory = 1,
  non_replicated_deduplication_window = 0
COMMENT 'Feedback of users. Ordered by tenant and time. Whole days are dropped after 90 days, with the errors it is about.'
