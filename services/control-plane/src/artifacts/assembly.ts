import { createHash } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { limits } from '@signalbox/contracts'
import type { BlobStore } from '@signalbox/artifact-store'
import { InvalidBundleError } from '@signalbox/source-maps'
import { chunkKey } from './chunk-key.js'
import type { UploadFolders } from './upload-folders.js'

/** An upload in one piece, in a folder of its own until it is taken apart. */
export interface AssembledUpload {
  path: string
  remove(): Promise<void>
}

/** A chunk is gone since it was uploaded: what shared it was taken apart, or it waited for too long. */
export class MissingChunkError extends Error {
  override readonly name = 'MissingChunkError'
}

/** Where chunks are read, and put together. */
export interface AssemblyPlaces {
  blobs: BlobStore
  folders: UploadFolders
}

interface UploadParts {
  organizationId: string
  chunks: readonly string[]
  /** SHA-1 that the whole must have. */
  checksum: string
}

/**
 * Puts the chunks of an upload together, one at a time.
 * @throws MissingChunkError; InvalidBundleError when it is too large, and when it is not what it was said to be.
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

async function writeChunks(blobs: BlobStore, { organizationId, chunks, checksum }: UploadParts, path: string) {
  const hash = createHash('sha1')
  const file = await open(path, 'wx')
  let bytes = 0
  try {
    for (const sha1 of chunks) {
      const chunk = await blobs.read(chunkKey(organizationId, sha1))
      if (chunk === undefined) throw new MissingChunkError(sha1)
      bytes += chunk.length
      if (bytes > limits.artifacts.bundleBytesMax) {
        throw new InvalidBundleError(`the upload has more than ${limits.artifacts.bundleBytesMax} bytes`)
      }
      hash.update(chunk)
      await file.write(chunk)
    }
  } finally {
    await file.close()
  }
  if (hash.digest('hex') !== checksum) throw new InvalidBundleError('the upload does not match its checksum')
}
