import { parentPort, workerData } from 'node:worker_threads'
import type { BackupRequest } from './write-backup.js'
import { writeBackup } from './write-backup.js'

if (parentPort === null) throw new Error('the backup worker must run in a worker thread')

const port = parentPort
// What cannot be written ends the thread with the error, which its starter is told.
writeBackup(workerData as BackupRequest).then(
  () => {
    port.postMessage('written')
  },
  (error: unknown) => {
    throw error
  },
)
