import type { ArtifactFileRow, StoredFileRow } from './store/artifact-files.js'
import { addBundle } from './add-bundle.js'
import { writeDebugFile, type DebugFile } from './debug-file.js'
import { linkBundle } from './assemble-bundle.js'
import type { ArtifactRouteDependencies } from './route-dependencies.js'

/** The owner of the file. */
export interface DebugFileOwner {
  organizationId: string
  projectId: string
}

type Dependencies = Pick<ArtifactRouteDependencies, 'store' | 'artifacts' | 'clock'>

/** A debug file is a bundle with a single file, so that it is linked, retained and removed like any other bundle. */
export const storeDebugFile = {
  /** Links the file to the project if it exists. */
  find(
    { store, clock }: Omit<Dependencies, 'artifacts'>,
    owner: DebugFileOwner,
    sha1: string,
  ): ArtifactFileRow | undefined {
    const bundle = store.artifactBundles.find(owner.organizationId, checksumOf(sha1))
    if (bundle?.state !== 'ok') return undefined
    linkBundle(store, bundle.id, targetOf(owner), clock())
    return store.artifactFiles.findOnly(bundle.id)
  },

  /** @throws ServiceError `conflict` if it exceeds the storage limit. */
  put(
    { store, artifacts, clock }: Dependencies,
    owner: DebugFileOwner,
    { sha1, ...file }: DebugFile & { sha1: string },
  ): Promise<StoredFileRow> {
    return artifacts.quota.keepFor(owner.organizationId, async (blobs) => {
      const row = await writeDebugFile(blobs, file)
      const kept = { target: targetOf(owner), checksum: checksumOf(sha1), files: [row], now: clock() }
      store.transact(() => addBundle(store, kept))
      return row
    })
  },
}

/** The same bytes may also be uploaded as an artifact bundle, which is a different object. */
function checksumOf(sha1: string): string {
  return `debug-file:${sha1}`
}

function targetOf({ organizationId, projectId }: DebugFileOwner) {
  return { organizationId, projectIds: [projectId], release: '', dist: '' }
}
