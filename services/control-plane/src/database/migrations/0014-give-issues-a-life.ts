/**
 * Issue states. Times are Unix milliseconds. Invariants: an issue is unresolved, resolved or archived, and `reason`
 * explains the state; the columns of a resolution or archival are null in any other state.
 */
export const giveIssuesALife = `
-- 1, 2, 3, ... in each project: with the project's name, how people call the issue.
ALTER TABLE issues ADD COLUMN number INTEGER NOT NULL DEFAULT 0;
ALTER TABLE issues ADD COLUMN status TEXT NOT NULL DEFAULT 'unresolved'
  CHECK (status IN ('unresolved', 'resolved', 'archived'));
-- unresolved: new, regressed, escalated, reopened; resolved: now, release, next_release; archived: forever,
-- escalating, time, events.
ALTER TABLE issues ADD COLUMN reason TEXT NOT NULL DEFAULT 'new';
-- Since when it is in its state, for this reason.
ALTER TABLE issues ADD COLUMN status_changed_at INTEGER NOT NULL DEFAULT 0;
-- release: the one that mends it; next_release: the newest one that was known.
ALTER TABLE issues ADD COLUMN resolved_release TEXT;
-- Until when it is archived, if for a time.
ALTER TABLE issues ADD COLUMN archived_until INTEGER;
-- After how many further events it comes back, if for events.
ALTER TABLE issues ADD COLUMN archived_events INTEGER;
ALTER TABLE issues ADD COLUMN assignee_id TEXT REFERENCES members (id) ON DELETE SET NULL;
-- Of its first event; empty when unknown.
ALTER TABLE issues ADD COLUMN first_release TEXT NOT NULL DEFAULT '';
ALTER TABLE issues ADD COLUMN first_environment TEXT NOT NULL DEFAULT '';

UPDATE issues SET status_changed_at = created_at, number = numbered.number FROM (
  SELECT id, row_number() OVER (PARTITION BY project_id ORDER BY created_at, id) AS number FROM issues
) AS numbered WHERE numbered.id = issues.id;
CREATE UNIQUE INDEX issues_by_number ON issues (project_id, number);
CREATE INDEX issues_by_status ON issues (organization_id, status, first_seen_at, id) WHERE merged_into IS NULL;
CREATE INDEX issues_archived ON issues (reason, archived_until) WHERE status = 'archived';
CREATE INDEX issues_by_assignee ON issues (assignee_id) WHERE assignee_id IS NOT NULL;

-- What happened to an issue, and what people said of it.
CREATE TABLE issue_activities (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  issue_id TEXT NOT NULL REFERENCES issues (id) ON DELETE CASCADE,
  -- created, resolved, unresolved, archived, regressed, escalated, assigned, unassigned, merged, unmerged, comment, ...
  kind TEXT NOT NULL,
  -- api_key, member or system; of the system id and name are empty.
  actor_kind TEXT NOT NULL,
  actor_id TEXT NOT NULL,
  actor_name TEXT NOT NULL,
  -- Of a comment; else empty.
  text TEXT NOT NULL DEFAULT '',
  -- JSON object: what else there is to know.
  details TEXT NOT NULL DEFAULT '{}',
  occurred_at INTEGER NOT NULL
) STRICT;
CREATE INDEX issue_activities_by_issue ON issue_activities (issue_id, occurred_at, id);

-- Releases that sent events, in the order in which they were first seen.
CREATE TABLE project_releases (
  project_id TEXT NOT NULL REFERENCES projects (id),
  release TEXT NOT NULL,
  first_seen_at INTEGER NOT NULL,
  PRIMARY KEY (project_id, release)
) STRICT, WITHOUT ROWID;
CREATE INDEX project_releases_by_age ON project_releases (project_id, first_seen_at);
`
