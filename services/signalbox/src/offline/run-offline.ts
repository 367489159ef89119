import {
  BackupUnusable,
  DatabaseInUse,
  DatabaseUnusable,
  restoreBackup,
  rotateSecretKey,
  SecretKeyFault,
  writeBackup,
} from '@signalbox/control-plane'
import { dataPaths } from '../data-paths.js'

export interface OfflineTask {
  /**
   * `backup` or `restore`, the data directory, the file of the backup; or `rotate-secret-key`, the data directory, the
   * file of the keys or nothing, and `forget-former`, `give-up-lost` where they are wanted.
   */
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
    const isExpected = [BackupUnusable, DatabaseInUse, DatabaseUnusable, SecretKeyFault].some(
      (expected) => error instanceof expected,
    )
    return { message: isExpected ? message : `nothing was changed: ${message}`, exitCode: 1 }
  }
}

async function runTask(args: readonly string[], now: number): Promise<string> {
  const [task, dataDirectory = '', file = '', ...flags] = args
  const { controlPlane } = dataPaths(dataDirectory)
  if (task === 'rotate-secret-key') return rotate(controlPlane, file, flags)
  if (task === 'backup') {
    const header = await writeBackup({ dataDirectory: controlPlane, target: file, now })
    return `${file} holds the control plane as it was at ${header.created_at}. Keep it safe, and the secret key apart from it.`
  }
  if (task !== 'restore') throw new Error('the task must be backup, restore or rotate-secret-key')
  const { header, replacedFile } = await restoreBackup({ dataDirectory: controlPlane, file, now })
  const replaced = replacedFile === undefined ? '' : ` What was there before is ${replacedFile}.`
  return `The control plane is as it was at ${header.created_at}.${replaced}`
}

function rotate(dataDirectory: string, file: string, flags: readonly string[]): string {
  const [forgetFormer, giveUpLost] = [flags.includes('forget-former'), flags.includes('give-up-lost')]
  const keyFile = file === '' ? undefined : file
  const rotated = rotateSecretKey({ dataDirectory, keyFile, forgetFormer, giveUpLost })
  const lost = rotated.givenUp === 0 ? '' : ` ${rotated.givenUp} whose key is lost were deleted.`
  const former = forgetFormer ? 'Former keys are gone' : 'Former keys stay in it, for backups that were made before'
  return `${rotated.sealed} secrets are sealed with a new key in ${rotated.keyFile}.${lost} ${former}.`
}
