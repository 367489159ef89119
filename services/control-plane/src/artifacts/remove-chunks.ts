import type { BlobStore } from '@signalbox/artifact-store'
import type { ArtifactStores } from './store/artifact-stores.js'
import { chunkKey } from './chunk-key.js'

/** Removes chunks. Their rows are deleted last: after a crash in between, they are found and removed again. */
export async function removeChunks(
  { store, blobs }: { store: Pick<ArtifactStores, 'artifactBundles'>; blobs: BlobStore },
  organizationId: string,
  chunks: readonly string[],
): Promise<void> {
  for (const sha1 of new Set(chunks)) await blobs.remove(chunkKey(organizationId, sha1))
  store.artifactBundles.forgetChunks(organizationId, chunks)
}
