/**
 * Versions of project settings, and quotas of DSN keys. Versions are immutable: telemetry is processed under the
 * version it was received with, however late. Projects without a row have the default settings, version 0.
 */
export const createProjectSettings = `
CREATE TABLE project_settings (
  project_id TEXT NOT NULL REFERENCES projects (id),
  -- 1, 2, 3, ... for each project; the highest counts.
  version INTEGER NOT NULL CHECK (version > 0),
  -- JSON of the whole settings. Fields that it lacks have their defaults.
  settings TEXT NOT NULL,
  -- Unix milliseconds.
  created_at INTEGER NOT NULL,
  -- API key of the change.
  created_by TEXT NOT NULL REFERENCES api_keys (id),
  PRIMARY KEY (project_id, version)
) STRICT;

-- JSON array of the limits of the key.
ALTER TABLE dsn_keys ADD COLUMN quotas TEXT NOT NULL DEFAULT '[]';
`
