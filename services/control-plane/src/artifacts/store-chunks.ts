import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { limits, ServiceError } from '@signalbox/contracts'
import type { Clock } from '@signalbox/service-kit'
import type { ArtifactQuota } from './artifact-quota.js'
import type { ArtifactBundleStore } from './store/artifact-bundles.js'
import { chunkKey } from './chunk-key.js'
import type { FormFile } from './read-form.js'

const inflate = promisify(gunzip)
const { chunkBytesMax } = limits.artifacts

export interface ChunkDependencies {
  bundles: Pick<ArtifactBundleStore, 'noteChunk'>
  quota: ArtifactQuota
  clock: Clock
}

/**
 * Stores one chunk of an upload; its name is the SHA-1 of its uncompressed bytes.
 * @throws ServiceError `bad-request` if it is corrupt, too large, or does not match its name; `conflict` if it exceeds
 * the storage limit.
 */
export async function storeChunk(
  { bundles, quota, clock }: ChunkDependencies,
  organizationId: string,
  { field, filename, bytes }: FormFile,
): Promise<void> {
  const chunk = field === 'file_gzip' ? await inflateChunk(bytes) : bytes
  const sha1 = createHash('sha1').update(chunk).digest('hex')
  if (sha1 !== filename.toLowerCase()) throw refusal(`The chunk ${filename.slice(0, 100)} does not match its SHA-1`)
  if (chunk.length > chunkBytesMax) throw refusal(`A chunk can have at most ${chunkBytesMax} bytes`)
  await quota.keepFor(organizationId, async (blobs) => {
    await blobs.put(chunkKey(organizationId, sha1), chunk)
    bundles.noteChunk({ organizationId, sha1, bytes: chunk.length }, clock())
  })
}

async function inflateChunk(bytes: Buffer): Promise<Buffer> {
  try {
    return await inflate(bytes, { maxOutputLength: chunkBytesMax })
  } catch (cause) {
    throw new ServiceError('bad-request', {
      detail: `A chunk cannot be decompressed to at most ${chunkBytesMax} bytes`,
      cause,
    })
  }
}

function refusal(detail: string): ServiceError {
  return new ServiceError('bad-request', { detail })
}
