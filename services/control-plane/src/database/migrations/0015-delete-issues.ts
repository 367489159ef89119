/** Records of deleted and discarded issues. Times are Unix milliseconds. */
export const deleteIssues = `
-- Events that are to be deleted from the store; the row goes when they are.
CREATE TABLE event_deletions (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  project_id TEXT NOT NULL REFERENCES projects (id),
  -- JSON array.
  fingerprints TEXT NOT NULL,
  -- Events that were received later are not meant.
  received_until INTEGER NOT NULL
) STRICT;
CREATE INDEX event_deletions_by_age ON event_deletions (received_until, id);

-- Fingerprints of deleted issues: events from before make no new one, whenever they come.
CREATE TABLE deleted_fingerprints (
  project_id TEXT NOT NULL REFERENCES projects (id),
  fingerprint TEXT NOT NULL,
  deleted_at INTEGER NOT NULL,
  PRIMARY KEY (project_id, fingerprint)
) STRICT, WITHOUT ROWID;
CREATE INDEX deleted_fingerprints_by_age ON deleted_fingerprints (deleted_at);

-- What people know discarded fingerprints by. Which ones are discarded stands in the settings of the project.
CREATE TABLE discarded_fingerprints (
  project_id TEXT NOT NULL REFERENCES projects (id),
  fingerprint TEXT NOT NULL,
  title TEXT NOT NULL,
  discarded_at INTEGER NOT NULL,
  PRIMARY KEY (project_id, fingerprint)
) STRICT, WITHOUT ROWID;
`
