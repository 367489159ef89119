/**
 * What is kept: chunks of uploads by organization and SHA-1, files of bundles and indexes of maps by SHA-256.
 */
export const blobAreas = ['chunks', 'files', 'indexes'] as const
export type BlobArea = (typeof blobAreas)[number]

/** Names a blob. `name` is made of lower-case letters, digits and dashes; see `isBlobName`. */
export interface BlobKey {
  area: BlobArea
  name: string
}

export interface StoredBlob {
  name: string
  /** Unix milliseconds, by the clock of the store. */
  writtenAt: number
}

/** Bytes by their name. Blobs are never changed: who puts one again puts the same bytes. */
export interface BlobStore {
  /** Resolves when the blob would survive a power cut. Does nothing when it is there. */
  put(key: BlobKey, bytes: Uint8Array): Promise<void>
  /** @returns undefined when there is no such blob. */
  read(key: BlobKey): Promise<Buffer | undefined>
  has(key: BlobKey): Promise<boolean>
  /** Does nothing when there is no such blob. */
  remove(key: BlobKey): Promise<void>
  /** All blobs of an area, in no order; those that come or go meanwhile may be among them. */
  list(area: BlobArea): AsyncIterable<StoredBlob>
  /** Removes what crashes left half-written. @param before Unix milliseconds: what was begun later may be under way. */
  removeUnfinished(before: number): Promise<void>
}

export function isBlobName(name: string): boolean {
  return /^[0-9a-z][0-9a-z-]{7,127}$/.test(name)
}

/**
 * Where a blob lies below a directory or in a bucket: few names stand side by side.
 * @throws TypeError for names that no blob has, so that none leads elsewhere.
 */
export function pathOf({ area, name }: BlobKey): string {
  if (!isBlobName(name)) throw new TypeError(`${JSON.stringify(name)} is not the name of a blob`)
  return `${area}/${name.slice(-2)}/${name}`
}
