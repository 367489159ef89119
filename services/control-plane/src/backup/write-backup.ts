import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { backupFormat, type BackupHeader, toTimestamp, writeBackupHeader } from '@signalbox/contracts'
import { copyDatabase, inspectDatabase } from '../database/copy-database.js'
import { syncDirectory } from '../database/replace-database.js'
import { syncFile } from './sync-file.js'

/** What to back up, and where to. */
export interface BackupRequest {
  /** Data directory of the control plane. */
  dataDirectory: string
  /** The backup file; an existing one is replaced once the new one is complete. */
  target: string
  /** Unix milliseconds. */
  now: number
}

/**
 * Writes a backup: a consistent, verified snapshot of the database after a header that describes it. The database may
 * be in use. Only its owner can read the file, because it contains secrets.
 * @throws Error if the database is damaged, SqliteError, or a file system error; no file remains then.
 */
export async function writeBackup({ dataDirectory, target, now }: BackupRequest): Promise<BackupHeader> {
  const copy = `${target}.copy`
  const partial = `${target}.partial`
  try {
    await Promise.all([copy, partial].map((file) => rm(file, { force: true })))
    await makePrivate(copy)
    await copyDatabase(dataDirectory, copy)
    const header = await describe(copy, now)
    await writeFile(partial, header, copy)
    await rename(partial, target)
    syncDirectory(dirname(target))
    return header
  } finally {
    await Promise.all([copy, partial].map((file) => rm(file, { force: true })))
  }
}

async function makePrivate(file: string): Promise<void> {
  await (await open(file, 'wx', 0o600)).close()
}

async function describe(copy: string, now: number): Promise<BackupHeader> {
  const { schemaVersion, rowCounts } = inspectDatabase(copy)
  const hash = createHash('sha256')
  let bytes = 0
  const chunks: AsyncIterable<Buffer> = createReadStream(copy)
  for await (const chunk of chunks) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return {
    format: backupFormat,
    schema_version: schemaVersion,
    created_at: toTimestamp(now),
    database_bytes: bytes,
    database_sha256: hash.digest('hex'),
    row_counts: rowCounts,
  }
}

async function writeFile(file: string, header: BackupHeader, copy: string): Promise<void> {
  const target = createWriteStream(file, { flags: 'wx', mode: 0o600 })
  target.write(writeBackupHeader(header))
  await pipeline(createReadStream(copy), createGzip(), target)
  await syncFile(file)
}
