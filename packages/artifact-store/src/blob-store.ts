/** What is stored: upload chunks by organization and SHA-1, bundle files and source-map indexes by SHA-256. */
export const blobAreas = ['chunks', 'files', 'indexes'] as const
export type BlobArea = (typeof blobAreas)[number]

/** Identifies a blob. `name` consists of lower-case letters, digits and dashes; see `isBlobName`. */
export interface BlobKey {
  area: BlobArea
  name: string
}

export interface StoredBlob {
  name: string
  /** Unix milliseconds, by the store's clock. */
  writtenAt: number
}

/** Immutable blobs by name: writing the same name again writes the same bytes. */
export interface BlobStore {
  /** Resolves once the blob would survive a power cut. No-op if it already exists. */
  put(key: BlobKey, bytes: Uint8Array): Promise<void>
  /** @returns undefined if there is no such blob. */
  read(key: BlobKey): Promise<Buffer | undefined>
  has(key: BlobKey): Promise<boolean>
  /** No-op if there is no such blob. */
  remove(key: BlobKey): Promise<void>
  /** Iterates over all blobs of an area, in no particular order; concurrent changes may or may not be included. */
  list(area: BlobArea): AsyncIterable<StoredBlob>
  /** Removes partial writes left by crashes. @param before Unix milliseconds; newer ones may still be in progress. */
  removeUnfinished(before: number): Promise<void>
}

export function isBlobName(name: string): boolean {
  return /^[0-9a-z][0-9a-z-]{7,127}$/.test(name)
}

/**
 * Path of a blob below a directory or in a bucket, sharded so that folders stay small.
 * @throws TypeError for invalid names, which rules out path traversal.
 */
export function pathOf({ area, name }: BlobKey): string {
  if (!isBlobName(name)) throw new TypeError(`${JSON.stringify(name)} is not a valid blob name`)
  return `${area}/${name.slice(-2)}/${name}`
}
