/**
 * Alert rules, their evaluation state, and the resulting alerts. Times are Unix milliseconds. Invariant: at most one
 * alert per rule and subject is open. Keys with every scope also get the alert scopes.
 */
export const createAlerts = `
CREATE TABLE alert_rules (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  -- Null for those of no project.
  project_id TEXT REFERENCES projects (id),
  name TEXT NOT NULL,
  -- In small letters, to be searched.
  name_folded TEXT NOT NULL,
  kind TEXT NOT NULL,
  -- JSON of the rule as it was written; what is left out has its default.
  definition TEXT NOT NULL,
  -- When it is measured next; null while it is off.
  due_at INTEGER,
  muted_until INTEGER,
  -- Of the last time when it could be measured; null before. The worst value of several subjects, null without data.
  measured_at INTEGER,
  value REAL,
  has_data INTEGER CHECK (has_data IN (0, 1)),
  -- Subjects for which the condition holds and that are not followed.
  left_out INTEGER NOT NULL DEFAULT 0,
  -- When something was last seen of what a rule of absence waits for; null while nothing was.
  seen_at INTEGER,
  -- Why it could not be measured the last time; null when it was.
  fault TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX alert_rules_by_age ON alert_rules (organization_id, created_at, id);
CREATE INDEX alert_rules_due ON alert_rules (due_at, id) WHERE due_at IS NOT NULL;

CREATE TABLE alerts (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  -- Rules come and go; their alerts stay.
  rule_id TEXT NOT NULL,
  rule_name TEXT NOT NULL,
  kind TEXT NOT NULL,
  severity TEXT NOT NULL CHECK (severity IN ('warning', 'critical')),
  project_id TEXT,
  -- What tells the subjects of a rule apart; empty when there is but one.
  subject_key TEXT NOT NULL,
  -- For people; empty when there is but one.
  subject TEXT NOT NULL,
  direction TEXT NOT NULL CHECK (direction IN ('above', 'below')),
  threshold REAL NOT NULL,
  value REAL NOT NULL,
  peak_value REAL NOT NULL,
  began_at INTEGER NOT NULL,
  opened_at INTEGER NOT NULL,
  resolved_at INTEGER,
  resolution TEXT CHECK (resolution IN ('recovered', 'rule_off', 'rule_deleted')),
  -- Why nobody was told when it opened.
  silence TEXT CHECK (silence IN ('muted', 'maintenance')),
  -- What people are to be told when the silence is over.
  owes TEXT CHECK (owes IN ('opened', 'resolved')),
  told_at INTEGER,
  acknowledged_at INTEGER,
  acknowledged_by TEXT,
  run_id TEXT,
  run_refusal TEXT,
  CHECK ((resolved_at IS NULL) = (resolution IS NULL)),
  CHECK (owes <> 'opened' OR told_at IS NULL)
) STRICT;
CREATE UNIQUE INDEX alerts_open ON alerts (rule_id, subject_key) WHERE resolved_at IS NULL;
CREATE INDEX alerts_owing ON alerts (rule_id) WHERE owes IS NOT NULL;
CREATE INDEX alerts_by_time ON alerts (organization_id, opened_at, id);
CREATE INDEX alerts_firing ON alerts (organization_id, opened_at, id) WHERE resolved_at IS NULL;
CREATE INDEX alerts_by_rule ON alerts (rule_id, opened_at, id);
CREATE INDEX alerts_by_project ON alerts (project_id, opened_at, id);
CREATE INDEX alerts_by_end ON alerts (resolved_at) WHERE resolved_at IS NOT NULL;

-- What a rule looks at and what is not well with it. What is well has no row.
CREATE TABLE alert_subjects (
  rule_id TEXT NOT NULL REFERENCES alert_rules (id) ON DELETE CASCADE,
  key TEXT NOT NULL,
  subject TEXT NOT NULL,
  -- Since when the condition holds.
  since INTEGER NOT NULL,
  -- Since when it is over although the alert is open, because that has to last; null while it is not.
  clear_since INTEGER,
  -- The open alert; null while the condition did not hold for long enough.
  alert_id TEXT REFERENCES alerts (id),
  value REAL NOT NULL,
  PRIMARY KEY (rule_id, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE maintenance_windows (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  -- JSON of the window as it is answered.
  definition TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX maintenance_windows_by_age ON maintenance_windows (organization_id, created_at, id);

UPDATE api_keys SET scopes = (
  SELECT json_group_array(value) FROM (
    SELECT value FROM json_each(api_keys.scopes)
    UNION SELECT column1 FROM (VALUES ('alerts:read'), ('alerts:write'))
  )
)
WHERE (
  SELECT count(DISTINCT value) FROM json_each(api_keys.scopes) WHERE value IN (
    'telemetry:read', 'telemetry:write', 'projects:read', 'projects:write', 'keys:read', 'keys:write',
    'organization:write', 'members:read', 'members:write', 'audit:read', 'changes:read', 'changes:write',
    'sessions:read', 'sessions:write', 'issues:read', 'issues:write', 'workflows:read', 'workflows:write'
  )
) = 18;
`
