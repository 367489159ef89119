-- Files that came with events. Base64, because rows travel as JSON; compression takes the third that this adds away again.
CREATE TABLE IF NOT EXISTS attachments
(
  organization_id LowCardinality(String) COMMENT 'Organization that owns the row; UUIDv7 text, 0197e5a1-6c3e-7d7b-9c0a-5a0c3a0c1d2e',
  project_id LowCardinality(String) COMMENT 'Project that the row belongs to; UUIDv7 text, 0197e5a1-7a10-7c55-8f21-2b9d0c1e3f4a',
  event_id FixedString(32) COMMENT 'Event that the file belongs to, 32 hex digits; 9ec79c33ec9942ab8353589fcb2e04dc' CODEC(ZSTD(1)),
  received_at DateTime64(3, 'UTC') COMMENT 'When ingest took it in, UTC, milliseconds; 2026-05-17 12:00:00.456' CODEC(Delta(8), ZSTD(1)),
  attachment_id FixedString(32) COMMENT 'Id of the file, 32 hex digits; 5f4dcc3b5aa765d61d8327deb882cf99' CODEC(ZSTD(1)),
  name String COMMENT 'File name as sent; screenshot.png' CODEC(ZSTD(1)),
  content_type LowCardinality(String) COMMENT 'Media type, empty when unknown; image/png',
  attachment_type LowCardinality(String) COMMENT 'What the file is to the event; event.attachment',
  size UInt64 COMMENT 'Bytes of the file; 20480' CODEC(ZSTD(1)),
  sha256 FixedString(64) COMMENT 'SHA-256 of the file, 64 hex digits' CODEC(ZSTD(1)),
  content String COMMENT 'The file, base64' CODEC(ZSTD(3)),
  log_topic LowCardinality(String) COMMENT 'Topic that the row was read from; with partition and offset it names the batch; envelopes',
  log_partition UInt16 COMMENT 'Partition of the topic; 0' CODEC(ZSTD(1)),
  log_offset UInt64 COMMENT 'First offset of the batch, the same for all its rows; 81723' CODEC(Delta(8), ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY toDate(received_at)
ORDER BY (organization_id, project_id, event_id)
TTL toDateTime(received_at) + toIntervalDay(30)
SETTINGS
  default_compression_codec = 'ZSTD(1)',
  ttl_only_drop_parts = 1,
  materialize_ttl_recalculate_only = 1,
  fsync_after_insert = 1,
  fsync_part_directory = 1,
  non_replicated_deduplication_window = 0
COMMENT 'Attachments. Ordered by tenant and event: they are read for one event. Whole days are dropped after 30 days, because files are large.'
