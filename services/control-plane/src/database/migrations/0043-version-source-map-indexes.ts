/** Layout version of a converted map; maps with an outdated one are converted again. */
export const versionSourceMapIndexes = `
ALTER TABLE source_map_indexes ADD COLUMN layout_version INTEGER NOT NULL DEFAULT 1;
`
