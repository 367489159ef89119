import { Command } from 'commander'
import { addDataDirectoryOptions, dataDirectoryOf, publicUrlOf, type DataDirectoryOptions } from '../data-directory.js'
import type { CliEnvironment } from '../environment.js'
import { runOffline } from './backup.js'

interface ResetOptions extends DataDirectoryOptions {
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
  const command = new Command('reset-password')
    .summary('make a link that sets a new password')
    .description('Make a link by which somebody who forgot their password sets a new one, and print it.')
    .argument('<email>', 'the address of the person')
    .option('--public-url <url>', 'where browsers reach Signalbox (default: $SIGNALBOX_PUBLIC_URL, else local)')
    .option('--remove-second-factor', 'take the authenticator app and the recovery codes away at once', false)
  return addDataDirectoryOptions(command)
    .addHelpText('after', help)
    .action(async (email: string, options: ResetOptions) => {
      const { directory, keyFile } = dataDirectoryOf(options, environment)
      const flags = options.removeSecondFactor ? ['remove-second-factor'] : []
      const url = publicUrlOf(options, environment)
      await runOffline(environment, ['reset-password', directory, keyFile, email, url, ...flags])
    })
}
