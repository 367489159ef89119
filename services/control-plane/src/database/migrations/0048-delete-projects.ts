/** Projects can be deleted, and created for an existing DSN. Times are Unix milliseconds. */
export const deleteProjects = `
-- A deleted project keeps its row, so that its number and its id are never given out again.
ALTER TABLE projects ADD COLUMN deleted_at INTEGER;
-- Whether somebody chose the number; the sequence goes on without those.
ALTER TABLE projects ADD COLUMN is_number_given INTEGER NOT NULL DEFAULT 0 CHECK (is_number_given IN (0, 1));

-- Deleted projects of which something is left; the row goes when nothing is.
CREATE TABLE project_deletions (
  project_id TEXT PRIMARY KEY REFERENCES projects (id),
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  requested_at INTEGER NOT NULL,
  -- Whether its telemetry is gone for good.
  is_telemetry_erased INTEGER NOT NULL DEFAULT 0 CHECK (is_telemetry_erased IN (0, 1))
) STRICT, WITHOUT ROWID;

-- Without it, each issue that is deleted with its project would read all fingerprints.
CREATE INDEX issue_fingerprints_by_origin ON issue_fingerprints (original_issue_id);
`
