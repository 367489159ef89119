-- A row may stand for several occurrences: samples kept of a flood. So counts are sums of times_seen, in the projection
-- as well. Rows from before stand for one each; their parts answer without the new projection.
ALTER TABLE events
  ADD COLUMN IF NOT EXISTS previous_fingerprint String COMMENT 'Fingerprint by the version of the grouping before, empty when it is the same or unknown; 0cc175b9c0f1b6a831c399e269772661' CODEC(ZSTD(1)) AFTER fingerprint,
  ADD COLUMN IF NOT EXISTS times_seen UInt32 DEFAULT 1 COMMENT 'Occurrences that the row stands for: above 1 for samples kept of a flood; 1' CODEC(ZSTD(1)) AFTER grouping_components,
  DROP PROJECTION IF EXISTS by_fingerprint_and_hour,
  ADD PROJECTION IF NOT EXISTS occurrences_by_fingerprint_and_hour
  (
    SELECT
      organization_id,
      project_id,
      fingerprint,
      toStartOfHour(timestamp),
      sum(times_seen),
      min(timestamp),
      max(timestamp)
    GROUP BY organization_id, project_id, fingerprint, toStartOfHour(timestamp)
  )
