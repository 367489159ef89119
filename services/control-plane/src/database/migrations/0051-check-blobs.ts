/**
 * Artifact blobs to check for references from rows: recorded before a blob is written, and when rows that referenced it
 * are deleted. Times are Unix milliseconds.
 */
export const checkBlobs = `
CREATE TABLE artifact_blob_checks (
  -- Of the artifact store: chunks, files or indexes.
  area TEXT NOT NULL,
  name TEXT NOT NULL,
  -- A blob that no row names by then is removed.
  due_at INTEGER NOT NULL,
  PRIMARY KEY (area, name)
) STRICT, WITHOUT ROWID;

CREATE INDEX artifact_blob_checks_by_time ON artifact_blob_checks (due_at);
CREATE INDEX source_map_indexes_by_index ON source_map_indexes (index_hash) WHERE index_hash IS NOT NULL;
`
