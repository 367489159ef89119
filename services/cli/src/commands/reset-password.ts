import { Command } from 'commander'
import type { CliEnvironment } from '../environment.js'
import { runOffline } from './backup.js'

interface ResetOptions {
  dataDir?: string
  keyFile?: string
  publicUrl?: string
  removeSecondFactor: boolean
}

const help = `
Signalbox may run. Nothing changes until the link is used: then all sessions of the person end.

Examples:
  signalbox reset-password ada@example.com --data-dir ./data
  signalbox reset-password ada@example.com --remove-second-factor    for who has lost the app and the recovery codes too`

/** `signalbox reset-password`: makes a link by which somebody sets a new password. */
export function createResetPasswordCommand(environment: CliEnvironment): Command {
  return new Command('reset-password')
    .summary('make a link that sets a new password')
    .description('Make a link by which somebody who forgot their password sets a new one, and print it.')
    .argument('<email>', 'the address of the person')
    .option('--data-dir <directory>', 'where Signalbox keeps its data (default: $SIGNALBOX_DATA_DIR, else ./data)')
    .option('--key-file <file>', 'the file of keys (default: $SIGNALBOX_SECRET_KEY_FILE, else beside the database)')
    .option('--public-url <url>', 'where browsers reach Signalbox (default: $SIGNALBOX_PUBLIC_URL, else local)')
    .option('--remove-second-factor', 'take the authenticator app and the recovery codes away at once', false)
    .addHelpText('after', help)
    .action(async (email: string, { dataDir, keyFile, publicUrl, removeSecondFactor }: ResetOptions) => {
      const { env } = environment
      const directory = dataDir ?? (env['SIGNALBOX_DATA_DIR'] || './data')
      const file = keyFile ?? env['SIGNALBOX_SECRET_KEY_FILE'] ?? ''
      const url = publicUrl ?? (env['SIGNALBOX_PUBLIC_URL'] || 'http://127.0.0.1:8000')
      const flags = removeSecondFactor ? ['remove-second-factor'] : []
      await runOffline(environment, ['reset-password', directory, file, email, url.replace(/\/+$/, ''), ...flags])
    })
}
