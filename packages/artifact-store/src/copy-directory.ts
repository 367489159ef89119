import { blobAreas, type BlobStore } from './blob-store.js'
import { createDirectoryStore } from './directory-store.js'

/** Copies the blobs of a directory to another store, one at a time, skipping those that already exist. */
export async function copyDirectory(directory: string, to: BlobStore): Promise<void> {
  const from = createDirectoryStore(directory)
  for (const area of blobAreas) {
    for await (const { name } of from.list(area)) {
      const bytes = (await to.has({ area, name })) ? undefined : await from.read({ area, name })
      if (bytes !== undefined) await to.put({ area, name }, bytes)
    }
  }
}
