/** One step of the schema. Steps are only ever added at the end; a released one is never edited. */
interface Migration {
  name: string
  sql: string
}

/** Times are Unix milliseconds, flags 0 or 1. */
export const migrations: readonly Migration[] = [
  {
    name: '0001_create_organizations',
    sql: `
      CREATE TABLE organizations (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        created_at INTEGER NOT NULL
      ) STRICT;`,
  },
  {
    name: '0002_create_api_keys',
    sql: `
      CREATE TABLE api_keys (
        id TEXT PRIMARY KEY,
        organization_id TEXT NOT NULL REFERENCES organizations (id),
        name TEXT NOT NULL,
        prefix TEXT NOT NULL,
        -- SHA-256 of the key. Keys are random and long, so a slow hash would protect nothing more.
        secret_hash BLOB NOT NULL UNIQUE,
        -- JSON array of scopes.
        scopes TEXT NOT NULL,
        query_limit_per_minute INTEGER,
        ingest_limit_per_minute INTEGER,
        created_at INTEGER NOT NULL,
        last_used_at INTEGER,
        revoked_at INTEGER
      ) STRICT;
      CREATE INDEX api_keys_by_organization ON api_keys (organization_id, created_at, id);`,
  },
  {
    name: '0003_create_projects',
    sql: `
      CREATE TABLE projects (
        -- Stands in DSNs; AUTOINCREMENT, so that the number of a deleted project is never given away again.
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        organization_id TEXT NOT NULL REFERENCES organizations (id),
        name TEXT NOT NULL,
        is_active INTEGER NOT NULL DEFAULT 1,
        created_at INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX projects_by_organization ON projects (organization_id, number);`,
  },
  {
    name: '0004_create_dsn_keys',
    sql: `
      CREATE TABLE dsn_keys (
        id TEXT PRIMARY KEY,
        project_number INTEGER NOT NULL REFERENCES projects (number),
        -- 32 lower-case hex digits. Public: it stands in the pages of browsers.
        public_key TEXT NOT NULL UNIQUE,
        is_active INTEGER NOT NULL DEFAULT 1,
        ingest_limit_per_minute INTEGER,
        created_at INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX dsn_keys_by_project ON dsn_keys (project_number, created_at, id);`,
  },
]
