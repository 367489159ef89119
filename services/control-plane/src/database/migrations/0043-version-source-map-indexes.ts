/** In which layout a map was converted: those of another layout than today's are converted again. */
export const versionSourceMapIndexes = `
ALTER TABLE source_map_indexes ADD COLUMN layout_version INTEGER NOT NULL DEFAULT 1;
`
