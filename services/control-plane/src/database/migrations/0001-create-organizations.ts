/** Organizations and their API keys. Times are Unix milliseconds. */
export const createOrganizations = `
CREATE TABLE organizations (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE api_keys (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  name TEXT NOT NULL,
  -- First characters of the key, to recognise it by.
  prefix TEXT NOT NULL,
  -- SHA-256 of the key in hex. The key itself is stored nowhere.
  secret_hash TEXT NOT NULL UNIQUE,
  -- JSON array of scope names.
  scopes TEXT NOT NULL,
  -- Requests a minute; null for the default.
  query_limit_per_minute INTEGER,
  ingest_limit_per_minute INTEGER,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER,
  revoked_at INTEGER
) STRICT;

CREATE INDEX api_keys_by_organization ON api_keys (organization_id, id);
`
