import { createHash } from 'node:crypto'
import type { SentryDebugFile } from '@signalbox/contracts'
import { normalizeDebugId } from '@signalbox/source-maps'
import type { BlobWriter } from './artifact-quota.js'
import type { DebugFileType, StoredFileRow } from './store/artifact-files.js'

/** Shown to clients that upload such files, because they expect more. */
export const notApplied = 'The file is stored. Debug files and mappings are not applied to events yet'

/** An uploaded file and its metadata. */
export interface DebugFile {
  /** Name as given by the client; never used as a path. */
  name: string
  debugId: string | null
  bytes: Buffer
}

/** Stores the bytes. @returns the row of the file, which stays invisible until it is written. */
export async function writeDebugFile(blobs: BlobWriter, { name, debugId, bytes }: DebugFile): Promise<StoredFileRow> {
  const hash = createHash('sha256').update(bytes).digest('hex')
  await blobs.put({ area: 'files', name: hash }, bytes)
  return {
    type: typeOf(name),
    url: name,
    // Mappings are named by their ids.
    debug_id: normalizeDebugId(debugId ?? idInName.exec(name)?.[0]) ?? null,
    map_reference: '',
    content_hash: hash,
    bytes: bytes.length,
  }
}

const idInName = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i

function typeOf(name: string): DebugFileType {
  return /(?:^|\/)proguard\/[^/]*\.txt$/.test(name) ? 'proguard' : 'debug_file'
}

/** @param sha1 Of the bytes. */
export function toSentryDebugFile(row: StoredFileRow, sha1: string): SentryDebugFile {
  return {
    uuid: row.debug_id,
    debugId: row.debug_id,
    objectName: row.url,
    cpuName: 'any',
    symbolType: row.type === 'proguard' ? 'proguard' : 'unknown',
    sha1,
    size: row.bytes,
    data: { type: 'none', features: [] },
  }
}
