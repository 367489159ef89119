/**
 * Sources uploaded beside a map that lacks them become part of the converted map, and part of its key. Maps converted
 * earlier are converted again on demand, since it is unknown which sources they lack.
 */
export const fillInSources = `
ALTER TABLE source_map_indexes RENAME TO old_source_map_indexes;
DROP INDEX source_map_indexes_by_index;

CREATE TABLE source_map_indexes (
  -- SHA-256 of the minified code and of the map; empty for the one that there is none of, 'inline' for a map in the code.
  code_hash TEXT NOT NULL,
  map_hash TEXT NOT NULL,
  -- SHA-256 of the names of the sources that were filled in, and of their hashes; empty for the map alone.
  sources_hash TEXT NOT NULL,
  -- SHA-256 of the converted file; null when the map is malformed, which detail explains.
  index_hash TEXT,
  detail TEXT,
  -- JSON list of the first names of sources that the file does not hold.
  missing_sources TEXT NOT NULL,
  -- As layout.ts of the source maps counts them.
  layout_version INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (code_hash, map_hash, sources_hash)
) STRICT, WITHOUT ROWID;
CREATE INDEX source_map_indexes_by_index ON source_map_indexes (index_hash) WHERE index_hash IS NOT NULL;

INSERT INTO source_map_indexes (code_hash, map_hash, sources_hash, index_hash, detail, missing_sources, layout_version, created_at)
SELECT code_hash, map_hash, '', index_hash, detail, '[]', 0, created_at FROM old_source_map_indexes;
DROP TABLE old_source_map_indexes;
`
