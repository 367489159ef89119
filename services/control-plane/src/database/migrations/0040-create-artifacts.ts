/**
 * Uploaded artifacts: chunks that are not assembled yet, bundles, their files, the projects and releases they belong
 * to, and converted maps. The bytes are in the artifact store; rows are written after the bytes. Times are Unix
 * milliseconds. A bundle's files only count while its state is `ok`.
 */
export const createArtifacts = `
CREATE TABLE artifact_chunks (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  -- SHA-1 of the bytes, 40 lower-case hex digits.
  sha1 TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (organization_id, sha1)
) STRICT, WITHOUT ROWID;
CREATE INDEX artifact_chunks_by_age ON artifact_chunks (created_at);

CREATE TABLE artifact_bundles (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  -- SHA-1 of the whole upload.
  checksum TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('assembling', 'ok', 'error')),
  -- Why it cannot be used; null unless the state is error.
  detail TEXT,
  -- JSON list of the chunks, in order.
  chunks TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  -- When an event last needed it, at a day's grain.
  used_at INTEGER NOT NULL,
  UNIQUE (organization_id, checksum)
) STRICT;
CREATE INDEX artifact_bundles_by_use ON artifact_bundles (used_at);

CREATE TABLE artifact_links (
  bundle_id TEXT NOT NULL REFERENCES artifact_bundles (id) ON DELETE CASCADE,
  project_id TEXT NOT NULL REFERENCES projects (id),
  -- Both empty when the upload names none.
  release TEXT NOT NULL,
  dist TEXT NOT NULL,
  linked_at INTEGER NOT NULL,
  PRIMARY KEY (bundle_id, project_id, release, dist)
) STRICT, WITHOUT ROWID;
CREATE INDEX artifact_links_of_project ON artifact_links (project_id, release, dist);

CREATE TABLE artifact_files (
  id INTEGER PRIMARY KEY,
  bundle_id TEXT NOT NULL REFERENCES artifact_bundles (id) ON DELETE CASCADE,
  type TEXT NOT NULL,
  url TEXT NOT NULL,
  -- Lower-case with dashes; null when the file has none.
  debug_id TEXT,
  -- As the file names its map; empty when it does not.
  map_reference TEXT NOT NULL,
  -- SHA-256 of the bytes.
  content_hash TEXT NOT NULL,
  bytes INTEGER NOT NULL
) STRICT;
CREATE INDEX artifact_files_of_bundle ON artifact_files (bundle_id, url);
CREATE INDEX artifact_files_by_debug_id ON artifact_files (debug_id, type) WHERE debug_id IS NOT NULL;
CREATE INDEX artifact_files_by_content ON artifact_files (content_hash);

CREATE TABLE source_map_indexes (
  -- SHA-256 of the minified code and of the map; empty for the one that there is none of, 'inline' for a map in the code.
  code_hash TEXT NOT NULL,
  map_hash TEXT NOT NULL,
  -- SHA-256 of the converted file; null when the map is malformed, which detail explains.
  index_hash TEXT,
  detail TEXT,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (code_hash, map_hash)
) STRICT, WITHOUT ROWID;
`
