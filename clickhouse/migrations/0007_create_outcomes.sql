-- The ledger: what became of the items that were received.
CREATE TABLE IF NOT EXISTS outcomes
(
  organization_id LowCardinality(String) COMMENT 'Organization that owns the row; UUIDv7 text, 0197e5a1-6c3e-7d7b-9c0a-5a0c3a0c1d2e',
  project_id LowCardinality(String) COMMENT 'Project, empty for telemetry posted with an API key; UUIDv7 text',
  minute DateTime64(3, 'UTC') COMMENT 'Start of the minute in which the items were received, UTC; 2026-05-17 12:00:00.000' CODEC(Delta(8), ZSTD(1)),
  kind LowCardinality(String) COMMENT 'What was received; error',
  outcome LowCardinality(String) COMMENT 'stored, dropped, rate_limited or dead_lettered',
  reason LowCardinality(String) COMMENT 'Why, empty for stored; invalid_json',
  quantity UInt64 COMMENT 'Items; 17' CODEC(ZSTD(1)),
  log_topic LowCardinality(String) COMMENT 'Topic that the row was read from; with partition and offset it names the batch; spans',
  log_partition UInt16 COMMENT 'Partition of the topic; 0' CODEC(ZSTD(1)),
  log_offset UInt64 COMMENT 'First offset of the batch, the same for all its rows; 81723' CODEC(Delta(8), ZSTD(1)),
  PROJECTION by_minute
  (
    SELECT
      organization_id,
      project_id,
      minute,
      kind,
      outcome,
      reason,
      sum(quantity)
    GROUP BY organization_id, project_id, minute, kind, outcome, reason
  )
)
ENGINE = MergeTree
PARTITION BY toDate(minute)
ORDER BY (organization_id, project_id, minute, kind, outcome, reason)
TTL toDateTime(minute) + toIntervalDay(90)
SETTINGS
  default_compression_codec = 'ZSTD(1)',
  ttl_only_drop_parts = 1,
  materialize_ttl_recalculate_only = 1,
  fsync_after_insert = 1,
  fsync_part_directory = 1,
  non_replicated_deduplication_window = 0,
  deduplicate_merge_projection_mode = 'rebuild',
  lightweight_mutation_projection_mode = 'rebuild'
COMMENT 'The ledger: one row per tenant, minute, kind, outcome, reason and batch; the projection sums the batches. Ordered as it is asked for. Whole days are dropped after 90 days, with the longest-kept telemetry.'
