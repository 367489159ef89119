/**
 * Sizes of chunks and bundle files, for the organizations' storage limits. Existing chunks count as 0 bytes; they
 * expire within a day.
 */
export const measureArtifacts = `
ALTER TABLE artifact_chunks ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
-- Of its files; 0 until it has any. One content counts in each bundle that has it.
ALTER TABLE artifact_bundles ADD COLUMN file_bytes INTEGER NOT NULL DEFAULT 0;
UPDATE artifact_bundles SET file_bytes =
  (SELECT coalesce(sum(bytes), 0) FROM artifact_files WHERE bundle_id = artifact_bundles.id);
CREATE INDEX artifact_bundles_by_owner ON artifact_bundles (organization_id, file_bytes);
`
