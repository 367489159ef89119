import { createWriteStream, existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createBackup, limits, readBackupHeader } from '@signalbox/contracts'
import { Command } from 'commander'
import { addConnectionOptions, connect, type ConnectionOptions } from '../connection.js'
import type { CliEnvironment } from '../environment.js'
import { AlreadyReported, CommandFailure, UsageError } from '../exit-codes.js'

interface BackupOptions extends ConnectionOptions {
  dataDir?: string
  force: boolean
}

const help = `
The file contains everything except telemetry: organizations, members, projects, keys, settings, issues, deployments,
changes, sessions and workflows. API keys and passwords are stored as hashes, DSN keys in plain text, and secrets of
channels and people encrypted. Keep the file secret, and store a copy of the secret key file elsewhere: without it, the
encrypted secrets are lost.

Examples:
  signalbox backup signalbox.backup                       back up the installation at $SIGNALBOX_URL
  signalbox backup signalbox.backup --data-dir ./data     back up a data directory, even while it is in use`

/** `signalbox backup`: writes a backup of the control plane. */
export function createBackupCommand(environment: CliEnvironment): Command {
  const command = new Command('backup')
    .summary('Back up everything except telemetry')
    .description('Write a consistent snapshot of the control plane to a file, even while it is in use')
    .argument('<file>', 'File to write')
    .option('--data-dir <directory>', 'Read this data directory instead of contacting an installation')
    .option('--force', 'Overwrite an existing file', false)
  return addConnectionOptions(command)
    .addHelpText('after', help)
    .action(async (file: string, options: BackupOptions) => {
      if (!options.force && existsSync(file)) throw new UsageError(`${file} already exists; use --force to replace it`)
      const folder = dirname(file)
      if (!existsSync(folder)) throw new CommandFailure(`the folder ${folder} does not exist`)
      if (options.dataDir !== undefined) await runOffline(environment, ['backup', options.dataDir, file])
      else await download(file, options, environment)
    })
}

/** @throws AlreadyReported if it failed. */
export async function runOffline(environment: CliEnvironment, args: readonly string[]): Promise<void> {
  if (!(await environment.runOffline(args))) throw new AlreadyReported()
}

/** The file gets its name last, so an existing file is complete. */
async function download(file: string, options: BackupOptions, environment: CliEnvironment): Promise<void> {
  const partial = `${file}.partial`
  const { stream } = await connect(options, environment).download(createBackup, {})
  try {
    await rm(partial, { force: true })
    await pipeline(stream, createWriteStream(partial, { flags: 'wx', mode: 0o600 }))
    const createdAt = await readTime(partial)
    await rename(partial, file)
    environment.stdout.write(
      `${file} contains the control plane as of ${createdAt}. Store it safely, separately from the secret key.\n`,
    )
  } catch (cause) {
    if (cause instanceof CommandFailure) throw cause
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new CommandFailure(`the backup was not written: ${reason}`, { cause })
  } finally {
    await rm(partial, { force: true })
  }
}

async function readTime(file: string): Promise<string> {
  const handle = await open(file, 'r+')
  try {
    await handle.sync()
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(limits.backup.headerBytesMax + 1), 0)
    const found = readBackupHeader(buffer.subarray(0, bytesRead))
    if (typeof found === 'string') throw new CommandFailure(`the server did not return a backup: ${found}`)
    return found.header.created_at
  } finally {
    await handle.close()
  }
}
