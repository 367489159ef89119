import { apiScopes, limits } from '@signalbox/contracts'
import {
  BackupUnusable,
  createOperatorKey,
  createOwnerLink,
  DatabaseInUse,
  DatabaseUnusable,
  resetPassword,
  restoreBackup,
  rotateSecretKey,
  SecretKeyFault,
  UnknownPerson,
  writeBackup,
} from '@signalbox/control-plane'
import { dataPaths } from '../data-paths.js'

export interface OfflineTask {
  /**
   * One of:
   * - `backup` or `restore`, data directory, backup file
   * - `rotate-secret-key`, data directory, key file or empty, then optionally `forget-former`, `give-up-lost`
   * - `reset-password`, data directory, key file or empty, e-mail address, public URL, optionally
   * `remove-second-factor`
   * - `owner-link`, data directory, key file or empty, public URL
   * - `create-api-key`, data directory, key file or empty, name, scopes
   */
  args: readonly string[]
  /** Unix milliseconds. */
  now: number
}

/** Works on the data directory of a stopped installation. @returns the message to print and the exit code. */
export async function runOffline({ args, now }: OfflineTask): Promise<{ message: string; exitCode: number }> {
  try {
    return { message: await runTask(args, now), exitCode: 0 }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const expected = [BackupUnusable, DatabaseInUse, DatabaseUnusable, SecretKeyFault, UnknownPerson]
    const isExpected = expected.some((kind) => error instanceof kind)
    return { message: isExpected ? message : `nothing was changed: ${message}`, exitCode: 1 }
  }
}

async function runTask(args: readonly string[], now: number): Promise<string> {
  const [task, dataDirectory = '', file = '', ...flags] = args
  const { controlPlane } = dataPaths(dataDirectory)
  if (task === 'reset-password') return reset({ dataDirectory: controlPlane, file, flags, now })
  if (task === 'rotate-secret-key') return rotate(controlPlane, file, flags)
  if (task === 'owner-link') return linkOwner({ dataDirectory: controlPlane, file, flags, now })
  if (task === 'create-api-key') return createKey({ dataDirectory: controlPlane, file, flags, now })
  if (task === 'backup') {
    const header = await writeBackup({ dataDirectory: controlPlane, target: file, now })
    return (
      `${file} contains the control plane as of ${header.created_at}. Store it safely, separately from the ` +
      'secret key.'
    )
  }
  if (task !== 'restore') throw new Error(`unknown task ${task ?? ''}`)
  const { header, replacedFile } = await restoreBackup({ dataDirectory: controlPlane, file, now })
  const replaced = replacedFile === undefined ? '' : ` The previous database is ${replacedFile}.`
  return `The control plane was restored to ${header.created_at}.${replaced}`
}

interface PreparedTask {
  dataDirectory: string
  file: string
  flags: readonly string[]
  now: number
}

function reset({ dataDirectory, file, flags: [email = '', publicUrl = '', ...flags], now }: PreparedTask): string {
  const removeSecondFactor = flags.includes('remove-second-factor')
  const secretKeyFile = file === '' ? undefined : file
  const link = resetPassword({ dataDirectory, secretKeyFile, email, publicUrl, removeSecondFactor, now })
  const minutes = limits.signIn.passwordResetMs / 60_000
  return `Open this link to set a new password for ${email}. It works once and expires in ${minutes} minutes:

  ${link}`
}

function linkOwner({ dataDirectory, file, flags: [publicUrl = ''], now }: PreparedTask): string {
  const link = createOwnerLink({ dataDirectory, secretKeyFile: file === '' ? undefined : file, publicUrl, now })
  return `Open this link to become an owner. It works once and expires in ${limits.organization.invitationDays} days:

  ${link}`
}

function createKey({ dataDirectory, file, flags: [name = '', ...wanted], now }: PreparedTask): string {
  const scopes = apiScopes.filter((scope) => wanted.includes(scope))
  return createOperatorKey({ dataDirectory, secretKeyFile: file === '' ? undefined : file, name, scopes, now })
}

function rotate(dataDirectory: string, file: string, flags: readonly string[]): string {
  const [forgetFormer, giveUpLost] = [flags.includes('forget-former'), flags.includes('give-up-lost')]
  const keyFile = file === '' ? undefined : file
  const rotated = rotateSecretKey({ dataDirectory, keyFile, forgetFormer, giveUpLost })
  const lost = rotated.secretsDeleted === 0 ? '' : ` ${rotated.secretsDeleted} secrets whose key is lost were deleted.`
  const former = forgetFormer
    ? 'Previous keys were removed'
    : 'Previous keys are kept in the file for restoring older backups'
  return `${rotated.sealed} secrets are now encrypted with a new key in ${rotated.keyFile}.${lost} ${former}.`
}
