-- What is asked about single issues, their counts of a day, tags and newest events, lies in the order of the fingerprints as
-- well: a question reads the events of the issues that it names and next to nothing else. Parts from before answer from
-- their rows.
ALTER TABLE events
  ADD PROJECTION IF NOT EXISTS by_fingerprint
  (
    SELECT
      organization_id,
      project_id,
      fingerprint,
      timestamp,
      times_seen,
      user_key,
      level,
      release,
      environment,
      transaction,
      server_name,
      sdk_name,
      tags
    ORDER BY organization_id, project_id, fingerprint, timestamp
  )
