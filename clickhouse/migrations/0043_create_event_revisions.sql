-- What events become when source maps come after them: read by the mutation of `events` that takes it over, then of no use.
CREATE TABLE IF NOT EXISTS event_revisions
(
  revision String COMMENT 'Names the mutation that the row is for; UUIDv7 text' CODEC(ZSTD(1)),
  event_id FixedString(32) COMMENT 'Event whose columns are replaced, 32 hex digits; 9ec79c33ec9942ab8353589fcb2e04dc' CODEC(ZSTD(1)),
  title String COMMENT 'See events' CODEC(ZSTD(1)),
  culprit String COMMENT 'See events' CODEC(ZSTD(1)),
  fingerprint String COMMENT 'See events' CODEC(ZSTD(1)),
  previous_fingerprint String COMMENT 'See events' CODEC(ZSTD(1)),
  grouping_version String COMMENT 'See events' CODEC(ZSTD(1)),
  grouping_components String COMMENT 'See events' CODEC(ZSTD(1)),
  stack_trace String COMMENT 'See events' CODEC(ZSTD(3)),
  payload String COMMENT 'See events' CODEC(ZSTD(3)),
  created_at DateTime64(3, 'UTC') DEFAULT now64(3) COMMENT 'When it was written, UTC, milliseconds; 2026-05-17 12:00:00.123' CODEC(Delta(8), ZSTD(1)),
  log_partition UInt16 DEFAULT 0 COMMENT 'Always 0; what tables of a cluster are distributed by' CODEC(ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY toDate(created_at)
ORDER BY (revision, event_id)
TTL toDateTime(created_at) + toIntervalDay(7)
SETTINGS
  default_compression_codec = 'ZSTD(1)',
  ttl_only_drop_parts = 1,
  materialize_ttl_recalculate_only = 1,
  fsync_after_insert = 1,
  fsync_part_directory = 1,
  non_replicated_deduplication_window = 0
COMMENT 'New columns of stored events. Ordered by mutation, which reads its own rows only. Kept for 7 days: a mutation that a crash interrupted goes on with them.'
