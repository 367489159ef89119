import { BackupUnusable, DatabaseInUse, restoreBackup, writeBackup } from '@signalbox/control-plane'
import { dataPaths } from '../data-paths.js'

export interface OfflineTask {
  /** `backup` or `restore`, the data directory, the file of the backup. */
  args: readonly string[]
  /** Unix milliseconds. */
  now: number
}

/** Work on a data directory without its installation. @returns what to tell, and the code to exit with. */
export async function runOffline({ args, now }: OfflineTask): Promise<{ message: string; exitCode: number }> {
  try {
    return { message: await runTask(args, now), exitCode: 0 }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const isExpected = error instanceof BackupUnusable || error instanceof DatabaseInUse
    return { message: isExpected ? message : `nothing was changed: ${message}`, exitCode: 1 }
  }
}

async function runTask([task, dataDirectory = '', file = '']: readonly string[], now: number): Promise<string> {
  const { controlPlane } = dataPaths(dataDirectory)
  if (task === 'backup') {
    const header = await writeBackup({ dataDirectory: controlPlane, target: file, now })
    return `${file} holds the control plane as it was at ${header.created_at}. It holds secrets: keep it safe.`
  }
  if (task !== 'restore') throw new Error('the task must be backup or restore')
  const { header, replacedFile } = await restoreBackup({ dataDirectory: controlPlane, file, now })
  const replaced = replacedFile === undefined ? '' : ` What was there before is ${replacedFile}.`
  return `The control plane is as it was at ${header.created_at}.${replaced}`
}
