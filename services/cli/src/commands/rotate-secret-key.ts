import { Command } from 'commander'
import type { CliEnvironment } from '../environment.js'
import { runOffline } from './backup.js'

interface RotateOptions {
  dataDir?: string
  keyFile?: string
  forgetFormer: boolean
  giveUpLost: boolean
}

const help = `
Signalbox must not run. Former keys stay in the file, so that backups which were made before can still be restored.

Examples:
  signalbox rotate-secret-key --data-dir ./data
  signalbox rotate-secret-key --data-dir ./data --give-up-lost    after the file of keys was lost`

/** `signalbox rotate-secret-key`: seals the secrets in the database with a new key. */
export function createRotateSecretKeyCommand(environment: CliEnvironment): Command {
  return new Command('rotate-secret-key')
    .summary('encrypt secrets with a new key')
    .description('Encrypt the secrets of channels and people in a data directory with a new key.')
    .option('--data-dir <directory>', 'where Signalbox keeps its data (default: $SIGNALBOX_DATA_DIR, else ./data)')
    .option('--key-file <file>', 'the file of keys (default: $SIGNALBOX_SECRET_KEY_FILE, else beside the database)')
    .option('--forget-former', 'take the former keys out of the file: secrets in older backups are lost then', false)
    .option('--give-up-lost', 'delete channels, and second factors of people, whose key is lost', false)
    .addHelpText('after', help)
    .action(async ({ dataDir, keyFile, forgetFormer, giveUpLost }: RotateOptions) => {
      const directory = dataDir ?? (environment.env['SIGNALBOX_DATA_DIR'] || './data')
      const file = keyFile ?? environment.env['SIGNALBOX_SECRET_KEY_FILE'] ?? ''
      const flags = [...(forgetFormer ? ['forget-former'] : []), ...(giveUpLost ? ['give-up-lost'] : [])]
      await runOffline(environment, ['rotate-secret-key', directory, file, ...flags])
    })
}
