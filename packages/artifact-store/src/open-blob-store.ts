import { createBucketStore, type Bucket } from './bucket-store.js'
import { createDirectoryStore } from './directory-store.js'
import type { BlobStore } from './blob-store.js'

/** Location of a blob store as a plain value, so that it can be passed to threads. */
export type BlobPlace = { directory: string } | { bucket: Bucket }

/** Opens the store at a location, shared by all processes of an installation. */
export function openBlobStore(place: BlobPlace): BlobStore {
  return 'bucket' in place ? createBucketStore(place.bucket) : createDirectoryStore(place.directory)
}
