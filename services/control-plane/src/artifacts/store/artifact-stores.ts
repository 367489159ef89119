import type { ControlPlaneDatabase } from '../../database/database.js'
import type { ProjectStores } from '../../projects/store/project-stores.js'
import { createArtifactBundleStore, type ArtifactBundleStore } from './artifact-bundles.js'
import { createArtifactFileStore, type ArtifactFileStore } from './artifact-files.js'
import { createArtifactUploadStore, type ArtifactUploadStore } from './artifact-uploads.js'
import { createBlobCheckStore, type BlobCheckStore } from './blob-checks.js'
import { createResymbolicationStore, type ResymbolicationStore } from './resymbolications.js'

/** The tables of uploaded artifacts. */
export interface ArtifactTables {
  artifactBundles: ArtifactBundleStore
  artifactFiles: ArtifactFileStore
  artifactUploads: ArtifactUploadStore
  blobChecks: BlobCheckStore
  resymbolications: ResymbolicationStore
}

/** All tables that this domain reads and writes: its own and those of the domains below it. */
export interface ArtifactStores extends ArtifactTables, ProjectStores {}

export function createArtifactTables(database: ControlPlaneDatabase): ArtifactTables {
  return {
    artifactBundles: createArtifactBundleStore(database),
    artifactFiles: createArtifactFileStore(database),
    artifactUploads: createArtifactUploadStore(database),
    blobChecks: createBlobCheckStore(database),
    resymbolications: createResymbolicationStore(database),
  }
}
