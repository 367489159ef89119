/**
 * The audit log, and expiring keys. Times are Unix milliseconds. Project settings can be changed by members as well as
 * by API keys, so that table is rebuilt without its reference to keys. API keys that had every scope get the new
 * scopes, because they represent the complete installation.
 */
export const createAuditLog = `
CREATE TABLE audit_entries (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  occurred_at INTEGER NOT NULL,
  actor_kind TEXT NOT NULL CHECK (actor_kind IN ('api_key', 'member')),
  actor_id TEXT NOT NULL,
  -- As it was then: keys and members may be gone.
  actor_name TEXT NOT NULL,
  -- operationId of the request.
  action TEXT NOT NULL,
  -- JSON object: ids by their names.
  objects TEXT NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome IN ('done', 'refused', 'failed')),
  -- Of the problem that was answered; null when it was done.
  code TEXT,
  request_id TEXT NOT NULL
) STRICT;

CREATE INDEX audit_entries_by_time ON audit_entries (organization_id, occurred_at, id);
CREATE INDEX audit_entries_by_actor ON audit_entries (organization_id, actor_id, occurred_at, id);

-- Null for a key that does not expire.
ALTER TABLE api_keys ADD COLUMN expires_at INTEGER;

UPDATE api_keys SET scopes = (
  SELECT json_group_array(value) FROM (
    SELECT value FROM json_each(api_keys.scopes)
    UNION SELECT column1 FROM (VALUES ('organization:write'), ('members:read'), ('members:write'), ('audit:read'))
  )
)
WHERE (
  SELECT count(DISTINCT value) FROM json_each(api_keys.scopes) WHERE value IN (
    'telemetry:read', 'telemetry:write', 'projects:read', 'projects:write', 'keys:read', 'keys:write', 'changes:read',
    'changes:write', 'sessions:read', 'sessions:write', 'issues:read', 'issues:write', 'workflows:read',
    'workflows:write'
  )
) = 14;

CREATE TABLE new_project_settings (
  project_id TEXT NOT NULL REFERENCES projects (id),
  -- 1, 2, 3, ... for each project; the highest counts.
  version INTEGER NOT NULL CHECK (version > 0),
  -- JSON of the whole settings. Fields that it lacks have their defaults.
  settings TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  -- API key or member of the change.
  created_by TEXT NOT NULL,
  PRIMARY KEY (project_id, version)
) STRICT;

INSERT INTO new_project_settings SELECT project_id, version, settings, created_at, created_by FROM project_settings;
DROP TABLE project_settings;
ALTER TABLE new_project_settings RENAME TO project_settings;
`
