import { restoreBackup } from '../../src/backup/restore-backup.js'

/** Run as a process: prints that it starts, and restores a backup until it is killed. */
async function restoreUntilKilled(dataDirectory: string, file: string): Promise<void> {
  process.stdout.write('begins\n')
  for (let now = 0; ; now += 1) await restoreBackup({ dataDirectory, file, now })
}

const [dataDirectory = '', file = ''] = process.argv.slice(2)
void restoreUntilKilled(dataDirectory, file)
