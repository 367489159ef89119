import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, mkdirSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { type BackupHeader, limits, readBackupHeader, toTimestamp } from '@signalbox/contracts'
import { inspectDatabase } from '../database/copy-database.js'
import { databaseFile } from '../database/database.js'
import { migrations } from '../database/migrations/index.js'
import { refuseDatabaseInUse, replaceDatabase } from '../database/replace-database.js'
import { syncFile } from './sync-file.js'

/** The file is not a backup that this version can restore; the message says why. Nothing was changed. */
export class BackupUnusable extends Error {
  override readonly name = 'BackupUnusable'
}

/** What to restore, and where. */
export interface RestoreRequest {
  /** Data directory of the control plane; created if missing. */
  dataDirectory: string
  /** The backup. */
  file: string
  /** Unix milliseconds; part of the name of the replaced database. */
  now: number
}

export interface Restored {
  header: BackupHeader
  /** Path of the replaced database; undefined if there was none. */
  replacedFile: string | undefined
}

/**
 * Replaces the database with that of a backup; the old one is kept next to it. A backup of an older version is migrated
 * at the next start.
 * @throws BackupUnusable if the file is damaged or newer than this version; DatabaseInUse if Signalbox is running.
 */
export async function restoreBackup({ dataDirectory, file, now }: RestoreRequest): Promise<Restored> {
  mkdirSync(dataDirectory, { recursive: true })
  refuseDatabaseInUse(dataDirectory)
  const incoming = join(dataDirectory, `${databaseFile}.restoring`)
  try {
    await rm(incoming, { force: true })
    const header = await unpack(file, incoming)
    refuseDeviation(incoming, header)
    const retiredFile = join(dataDirectory, `${databaseFile}.replaced-${toTimestamp(now).replaceAll(':', '-')}`)
    return { header, replacedFile: replaceDatabase(dataDirectory, incoming, retiredFile) ? retiredFile : undefined }
  } finally {
    await rm(incoming, { force: true })
  }
}

async function unpack(file: string, incoming: string): Promise<BackupHeader> {
  const { header, databaseOffset } = await readHeader(file)
  const hash = createHash('sha256')
  let bytes = 0
  const check = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      bytes += chunk.length
      // Aborts early on a file that was crafted to fill the disk.
      if (bytes > header.database_bytes) throw new BackupUnusable(`${file} contains more data than its header declares`)
      hash.update(chunk)
      yield chunk
    }
  }
  const packed = createReadStream(file, { start: databaseOffset })
  try {
    await pipeline(packed, createGunzip(), check, createWriteStream(incoming, { flags: 'wx', mode: 0o600 }))
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && String(cause.code).startsWith('Z_'))) throw cause
    throw new BackupUnusable(`${file} is damaged: ${cause.message}`, { cause })
  }
  await syncFile(incoming)
  if (hash.digest('hex') !== header.database_sha256)
    throw new BackupUnusable(`${file} is damaged: its hash does not match`)
  return header
}

async function readHeader(file: string): Promise<{ header: BackupHeader; databaseOffset: number }> {
  const handle = await open(file, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(limits.backup.headerBytesMax + 1), 0)
    const found = readBackupHeader(buffer.subarray(0, bytesRead))
    if (typeof found === 'string') throw new BackupUnusable(`${file} cannot be restored: ${found}`)
    const { schema_version: version } = found.header
    if (version > migrations.length) {
      throw new BackupUnusable(
        `${file} cannot be restored: it was created by a newer version (schema ${version}, this version supports ` +
          `${migrations.length})`,
      )
    }
    return found
  } finally {
    await handle.close()
  }
}

function refuseDeviation(incoming: string, header: BackupHeader): void {
  const { schemaVersion, rowCounts } = inspectDatabase(incoming)
  const isAsSaid = schemaVersion === header.schema_version && isDeepStrictEqual(rowCounts, { ...header.row_counts })
  if (!isAsSaid) throw new BackupUnusable('the backup does not match its header')
}
