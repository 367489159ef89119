import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { FileContent, ServiceError, toTimestamp } from '@signalbox/contracts'
import { startWorker, type Clock } from '@signalbox/service-kit'
import type { BackupRequest } from './write-backup.js'

/** Creates a backup of the running control plane. */
export type BackupMaker = () => Promise<FileContent>

export interface BackupMakerOptions {
  dataDirectory: string
  clock: Clock
}

/**
 * Creates backups in a worker thread, one at a time, so that requests are not blocked. The file is next to the database
 * while it is written, and is unlinked before it is sent; leftovers of a crash are removed here.
 */
export function createBackupMaker({ dataDirectory, clock }: BackupMakerOptions): BackupMaker {
  const directory = join(dataDirectory, 'backup-in-progress')
  rmSync(directory, { recursive: true, force: true })
  let isBusy = false
  return async () => {
    if (isBusy)
      throw new ServiceError('overloaded', { detail: 'A backup is already in progress', retryAfterSeconds: 10 })
    isBusy = true
    try {
      const now = clock()
      const target = join(directory, 'backup')
      await runWorker({ dataDirectory, target, now })
      return await openUnnamed(target, `signalbox-${toTimestamp(now).replaceAll(':', '-')}.backup`)
    } finally {
      isBusy = false
      await rm(directory, { recursive: true, force: true })
    }
  }
}

async function runWorker(request: BackupRequest): Promise<void> {
  try {
    mkdirSync(dirname(request.target), { recursive: true, mode: 0o700 })
    const worker = startWorker('backup-worker', import.meta.url, { workerData: request })
    await once(worker, 'message')
    await worker.terminate()
  } catch (cause) {
    throw new ServiceError('unavailable', {
      detail: 'The backup failed; see the server log for the reason',
      retryAfterSeconds: 60,
      cause,
    })
  }
}

/** The operating system frees the file's space once its stream is closed. */
async function openUnnamed(file: string, name: string): Promise<FileContent> {
  const handle = await open(file, 'r')
  const { size } = await handle.stat()
  await rm(file)
  const stream = handle.createReadStream()
  return new FileContent({ name, contentType: 'application/octet-stream', bytes: { byteLength: size, stream } })
}
