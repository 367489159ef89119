-- The ledger of migrations. A row per applied file; two runners at once may write the same row twice, which means nothing.
CREATE TABLE IF NOT EXISTS schema_migrations
(
  name String COMMENT 'File name of the migration; 0002_create_events.sql',
  checksum FixedString(64) COMMENT 'SHA-256 of its text, hex; an edited file is refused by it',
  applied_at DateTime64(3, 'UTC') DEFAULT now64(3, 'UTC') COMMENT 'When it was applied, UTC; 2026-05-17 12:00:00.000'
)
ENGINE = MergeTree
ORDER BY name
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1
COMMENT 'Applied migrations. Ordered by name, the order in which they run. Kept for ever: a few rows.'
