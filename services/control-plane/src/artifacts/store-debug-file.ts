import { createId } from '@signalbox/contracts'
import type { ArtifactFileRow } from './store/artifact-files.js'
import { linkBundle } from './assemble-bundle.js'
import type { ArtifactRouteDependencies } from './route-dependencies.js'

/** Whose file it is. */
export interface DebugFileOwner {
  organizationId: string
  projectId: string
}

type Dependencies = Pick<ArtifactRouteDependencies, 'store' | 'clock'>
type FileRow = Omit<ArtifactFileRow, 'bundle_id'>

/** A debug file is a bundle of one file, so that it is linked, kept and removed as others are. */
export const storeDebugFile = {
  /** Links the file to the project when it is known. */
  find({ store, clock }: Dependencies, owner: DebugFileOwner, sha1: string): ArtifactFileRow | undefined {
    const bundle = store.artifactBundles.find(owner.organizationId, checksumOf(sha1))
    if (bundle?.state !== 'ok') return undefined
    linkBundle(store, bundle.id, targetOf(owner), clock())
    store.artifactBundles.noteUse([bundle.id], clock())
    return store.artifactFiles.findOnly(bundle.id)
  },

  put({ store, clock }: Dependencies, owner: DebugFileOwner, { sha1, row }: { sha1: string; row: FileRow }): void {
    const now = clock()
    const id = createId(now)
    const { organizationId: organization_id } = owner
    store.transact(() => {
      store.artifactBundles.begin({
        id,
        organization_id,
        checksum: checksumOf(sha1),
        state: 'ok',
        detail: null,
        chunks: '[]',
        created_at: now,
        used_at: now,
      })
      store.artifactFiles.add({ ...row, bundle_id: id })
      linkBundle(store, id, targetOf(owner), now)
    })
  },
}

/** The same bytes may be uploaded as an artifact bundle too, which is another thing. */
function checksumOf(sha1: string): string {
  return `debug-file:${sha1}`
}

function targetOf({ organizationId, projectId }: DebugFileOwner) {
  return { organizationId, projectIds: [projectId], release: '', dist: '' }
}
