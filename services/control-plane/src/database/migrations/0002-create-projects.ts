/** Telemetry projects and the public keys of their DSNs; a project may have several. */
export const createProjects = `
CREATE TABLE projects (
  -- The number in the DSN. AUTOINCREMENT: a number is never given out again, not even after a project is gone.
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  name TEXT NOT NULL,
  is_active INTEGER NOT NULL DEFAULT 1 CHECK (is_active IN (0, 1)),
  created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX projects_by_organization ON projects (organization_id, number);

CREATE TABLE dsn_keys (
  id TEXT PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects (id),
  -- 32 lower-case hex digits.
  public_key TEXT NOT NULL UNIQUE,
  is_active INTEGER NOT NULL DEFAULT 1 CHECK (is_active IN (0, 1)),
  -- Requests a minute; null for the default.
  ingest_limit_per_minute INTEGER,
  created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX dsn_keys_by_project ON dsn_keys (project_id, id);
`
