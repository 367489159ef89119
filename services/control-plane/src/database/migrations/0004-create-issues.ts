/**
 * Issues and the fingerprints whose events belong to them. Times are Unix milliseconds. Invariants: an unmerged issue
 * has at least one fingerprint; a merged one has none and references an unmerged issue.
 */
export const createIssues = `
CREATE TABLE issues (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  project_id TEXT NOT NULL REFERENCES projects (id),
  title TEXT NOT NULL,
  culprit TEXT NOT NULL,
  level TEXT NOT NULL,
  platform TEXT NOT NULL,
  -- The earliest of its fingerprints.
  first_seen_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  -- The issue that this one became part of.
  merged_into TEXT REFERENCES issues (id)
) STRICT;

CREATE INDEX issues_by_organization ON issues (organization_id, first_seen_at, id) WHERE merged_into IS NULL;
CREATE INDEX issues_by_project ON issues (project_id, first_seen_at, id) WHERE merged_into IS NULL;
CREATE INDEX issues_by_target ON issues (merged_into) WHERE merged_into IS NOT NULL;

CREATE TABLE issue_fingerprints (
  project_id TEXT NOT NULL REFERENCES projects (id),
  -- 32 lower-case hex digits.
  fingerprint TEXT NOT NULL,
  issue_id TEXT NOT NULL REFERENCES issues (id),
  -- Where it was before issues were merged, and returns to.
  original_issue_id TEXT NOT NULL REFERENCES issues (id),
  first_seen_at INTEGER NOT NULL,
  UNIQUE (project_id, fingerprint)
) STRICT;

CREATE INDEX issue_fingerprints_by_issue ON issue_fingerprints (issue_id);
`
