import { Command } from 'commander'
import { addDataDirectoryOptions, dataDirectoryOf, publicUrlOf, type DataDirectoryOptions } from '../data-directory.js'
import type { CliEnvironment } from '../environment.js'
import { runOffline } from './backup.js'

interface ResetOptions extends DataDirectoryOptions {
  publicUrl?: string
  removeSecondFactor: boolean
}

const help = `
Signalbox can be running. Nothing changes until the link is used; then all of the user's sessions end.

Examples:
  signalbox reset-password ada@example.com --data-dir ./data
  signalbox reset-password ada@example.com --remove-second-factor    if the app and the recovery codes are lost too`

/** `signalbox reset-password`: creates a link to set a new password. */
export function createResetPasswordCommand(environment: CliEnvironment): Command {
  const command = new Command('reset-password')
    .summary('Create a password reset link')
    .description('Create and print a link for setting a new password')
    .argument('<email>', 'E-mail address of the user')
    .option('--public-url <url>', 'Public address of Signalbox (default: $SIGNALBOX_PUBLIC_URL, or the local address)')
    .option('--remove-second-factor', 'Also remove the authenticator app and recovery codes immediately', false)
  return addDataDirectoryOptions(command)
    .addHelpText('after', help)
    .action(async (email: string, options: ResetOptions) => {
      const { directory, keyFile } = dataDirectoryOf(options, environment)
      const flags = options.removeSecondFactor ? ['remove-second-factor'] : []
      const url = publicUrlOf(options, environment)
      await runOffline(environment, ['reset-password', directory, keyFile, email, url, ...flags])
    })
}
