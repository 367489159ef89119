import { Command } from 'commander'
import { addDataDirectoryOptions, dataDirectoryOf, type DataDirectoryOptions } from '../data-directory.js'
import type { CliEnvironment } from '../environment.js'
import { runOffline } from './backup.js'

interface RotateOptions extends DataDirectoryOptions {
  forgetFormer: boolean
  giveUpLost: boolean
}

const help = `
Stop Signalbox first. Previous keys stay in the file, so that older backups can still be restored.

Examples:
  signalbox rotate-secret-key --data-dir ./data
  signalbox rotate-secret-key --data-dir ./data --give-up-lost    if the key file was lost`

/** `signalbox rotate-secret-key`: encrypts the secrets in the database with a new key. */
export function createRotateSecretKeyCommand(environment: CliEnvironment): Command {
  const command = new Command('rotate-secret-key')
    .summary('Encrypt secrets with a new key')
    .description('Encrypt the secrets of channels and people in a data directory with a new key')
    .option('--forget-former', 'Remove previous keys from the file; secrets in older backups are then lost', false)
    .option('--give-up-lost', 'Delete channels and second factors whose key is lost', false)
  return addDataDirectoryOptions(command)
    .addHelpText('after', help)
    .action(async ({ forgetFormer, giveUpLost, ...options }: RotateOptions) => {
      const { directory, keyFile } = dataDirectoryOf(options, environment)
      const flags = [...(forgetFormer ? ['forget-former'] : []), ...(giveUpLost ? ['give-up-lost'] : [])]
      await runOffline(environment, ['rotate-secret-key', directory, keyFile, ...flags])
    })
}
