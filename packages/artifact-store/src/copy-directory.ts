import { blobAreas, type BlobStore } from './blob-store.js'
import { createDirectoryStore } from './directory-store.js'

/** Puts what a directory of blobs holds into another store, one after the other; what is there already is left. */
export async function copyDirectory(directory: string, to: BlobStore): Promise<void> {
  const from = createDirectoryStore(directory)
  for (const area of blobAreas) {
    for await (const { name } of from.list(area)) {
      const bytes = (await to.has({ area, name })) ? undefined : await from.read({ area, name })
      if (bytes !== undefined) await to.put({ area, name }, bytes)
    }
  }
}
