import { parentPort, workerData } from 'node:worker_threads'
import type { BackupRequest } from './write-backup.js'
import { writeBackup } from './write-backup.js'

if (parentPort === null) throw new Error('the backup worker must run in a worker thread')

const port = parentPort
// A write error ends the thread and is reported to its parent.
writeBackup(workerData as BackupRequest).then(
  () => {
    port.postMessage('written')
  },
  (error: unknown) => {
    throw error
  },
)
