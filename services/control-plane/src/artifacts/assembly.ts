import { createHash } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { BlobStore } from '@signalbox/artifact-store'
import { InvalidBundleError } from '@signalbox/source-maps'
import { chunkKey } from './chunk-key.js'
import type { UploadFolders } from './upload-folders.js'

/** A complete upload, in its own folder until it is unpacked. */
export interface AssembledUpload {
  path: string
  remove(): Promise<void>
}

/** A chunk has been removed since it was uploaded: either another upload that shared it was unpacked, or it expired. */
export class MissingChunkError extends Error {
  override readonly name = 'MissingChunkError'
}

/** Where chunks are read from, and where they are assembled. */
export interface AssemblyPlaces {
  blobs: BlobStore
  folders: UploadFolders
}

interface UploadParts {
  organizationId: string
  chunks: readonly string[]
  /** Expected SHA-1 of the complete upload. */
  checksum: string
  /** Maximum size of the upload. */
  bytesMax: number
}

/**
 * Assembles the chunks of an upload, one at a time.
 * @throws MissingChunkError; InvalidBundleError if it is too large or its checksum does not match.
 */
export async function assembleUpload({ blobs, folders }: AssemblyPlaces, parts: UploadParts): Promise<AssembledUpload> {
  const folder = await folders.make()
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    const path = join(folder, 'upload')
    await writeChunks(blobs, parts, path)
    return { path, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

async function writeChunks(
  blobs: BlobStore,
  { organizationId, chunks, checksum, bytesMax }: UploadParts,
  path: string,
) {
  const hash = createHash('sha1')
  const file = await open(path, 'wx')
  let bytes = 0
  try {
    for (const sha1 of chunks) {
      const chunk = await blobs.read(chunkKey(organizationId, sha1))
      if (chunk === undefined) throw new MissingChunkError(sha1)
      bytes += chunk.length
      if (bytes > bytesMax) throw new InvalidBundleError(`the upload has more than ${bytesMax} bytes`)
      hash.update(chunk)
      await file.write(chunk)
    }
  } finally {
    await file.close()
  }
  if (hash.digest('hex') !== checksum) throw new InvalidBundleError('the upload does not match its checksum')
}
