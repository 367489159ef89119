import { createBucketStore, type Bucket } from './bucket-store.js'
import { createDirectoryStore } from './directory-store.js'
import type { BlobStore } from './blob-store.js'

/** Where blobs are kept: plain values, which threads can be told. */
export type BlobPlace = { directory: string } | { bucket: Bucket }

/** The store at a place, which all processes of an installation share. */
export function openBlobStore(place: BlobPlace): BlobStore {
  return 'bucket' in place ? createBucketStore(place.bucket) : createDirectoryStore(place.directory)
}
