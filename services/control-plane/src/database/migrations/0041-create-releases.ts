/** Releases announced by Sentry clients. Times are Unix milliseconds. */
export const createReleases = `
CREATE TABLE announced_releases (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  version TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  -- Null until it is finalized.
  released_at INTEGER,
  -- The newest of its commits; null while none is known.
  last_commit TEXT,
  status TEXT NOT NULL CHECK (status IN ('open', 'archived')),
  PRIMARY KEY (organization_id, version)
) STRICT, WITHOUT ROWID;
CREATE INDEX announced_releases_by_age ON announced_releases (organization_id, created_at);
`
