import { createHash } from 'node:crypto'
import { limits } from '@signalbox/contracts'
import { describeFile, type FileDescription } from '@signalbox/source-maps'
import type { BlobWriter } from './artifact-quota.js'
import type { StoredFileRow } from './store/artifact-files.js'

/** Stores the bytes of a file. @returns the row of the file, which stays invisible until it is written. */
export async function storeFile(
  blobs: BlobWriter,
  { file, bytes }: { file: FileDescription; bytes: Buffer },
): Promise<StoredFileRow> {
  const { type, url, debugId, mapReference } = describeFile(file, bytes)
  const name = createHash('sha256').update(bytes).digest('hex')
  await blobs.put({ area: 'files', name }, bytes)
  return {
    type,
    url,
    debug_id: debugId ?? null,
    // For an inline map, only a marker: the text is in the code.
    map_reference: mapReference.startsWith('data:') ? 'data:' : mapReference,
    content_hash: name,
    bytes: bytes.length,
  }
}

/** The size of files as it counts toward the organization's storage limit. */
export function bytesOf(files: readonly Pick<StoredFileRow, 'bytes'>[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes + limits.artifacts.fileOverheadBytes, 0)
}
