-- Lists of issues rank all groups of events by ranges of weeks: by hour there are nearly as many sums as rare events, by
-- day a hundredth of that. Users are kept as sets of hashes, which unite over days and groups exactly. Parts from before
-- answer from their rows.
ALTER TABLE events
  ADD PROJECTION IF NOT EXISTS occurrences_by_fingerprint_and_day
  (
    SELECT
      organization_id,
      project_id,
      fingerprint,
      toDate(timestamp),
      sum(times_seen),
      min(timestamp),
      max(timestamp),
      uniqExactIfState(sipHash64(user_key), notEmpty(user_key))
    GROUP BY organization_id, project_id, fingerprint, toDate(timestamp)
  )
