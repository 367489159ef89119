/** Saved issue searches. Times are Unix milliseconds. */
export const createIssueViews = `
CREATE TABLE issue_views (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  -- Whose it is; null for one that all of the organization see.
  member_id TEXT REFERENCES members (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  query TEXT NOT NULL,
  sort TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX issue_views_by_name ON issue_views (organization_id, coalesce(member_id, ''), name);
CREATE INDEX issue_views_by_member ON issue_views (member_id);

-- What the list of issues opens with.
CREATE TABLE default_issue_views (
  member_id TEXT PRIMARY KEY REFERENCES members (id) ON DELETE CASCADE,
  view_id TEXT NOT NULL REFERENCES issue_views (id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE INDEX default_issue_views_by_view ON default_issue_views (view_id);
`
