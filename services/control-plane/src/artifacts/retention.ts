import { dayMs, hourMs, limits } from '@signalbox/contracts'
import type { BlobStore } from '@signalbox/artifact-store'
import type { Clock } from '@signalbox/service-kit'
import type { ArtifactStores } from './store/artifact-stores.js'
import { chunkKey } from './chunk-key.js'

export interface RetentionDependencies {
  store: Pick<ArtifactStores, 'artifactBundles' | 'artifactFiles'>
  blobs: BlobStore
  clock: Clock
}

/** Removed at a time; the rest is looked at the next time. */
const atOnceMax = 100

/**
 * Removes bundles that nothing needed for long, with the files that no other bundle has, and chunks that nothing was made of.
 * Rows go first: after a crash a file may be left that nobody sees, never a row without its file.
 */
export async function removeUnused({ store, blobs, clock }: RetentionDependencies): Promise<void> {
  const { artifactBundles, artifactFiles } = store
  const { retentionDays, chunkRetentionHours } = limits.artifacts
  for (const { id } of artifactBundles.listUnused(clock() - retentionDays * dayMs, atOnceMax)) {
    const hashes = artifactFiles.hashesOf(id)
    artifactBundles.remove(id)
    for (const name of hashes.filter((hash) => !artifactFiles.isKept(hash))) {
      for (const index of artifactFiles.removeIndexes(name)) await blobs.remove({ area: 'indexes', name: index })
      await blobs.remove({ area: 'files', name })
    }
  }
  for (const { organization_id: owner, sha1 } of artifactBundles.listOldChunks(
    clock() - chunkRetentionHours * hourMs,
    atOnceMax,
  )) {
    artifactBundles.forgetChunks(owner, [sha1])
    await blobs.remove(chunkKey(owner, sha1))
  }
}
