import { Command } from 'commander'
import { addDataDirectoryOptions, dataDirectoryOf, publicUrlOf, type DataDirectoryOptions } from '../data-directory.js'
import type { CliEnvironment } from '../environment.js'
import { runOffline } from './backup.js'

const help = `
Signalbox can be running. Links created earlier stop working.

Example:
  signalbox owner-link --data-dir ./data`

/** `signalbox owner-link`: creates a link for a new owner to join. */
export function createOwnerLinkCommand(environment: CliEnvironment): Command {
  const command = new Command('owner-link')
    .summary('Create an owner invitation link')
    .description('Create and print a link that makes the person who opens it an owner of the organization')
    .option('--public-url <url>', 'Public address of Signalbox (default: $SIGNALBOX_PUBLIC_URL, or the local address)')
  return addDataDirectoryOptions(command)
    .addHelpText('after', help)
    .action(async (options: DataDirectoryOptions & { publicUrl?: string }) => {
      const { directory, keyFile } = dataDirectoryOf(options, environment)
      await runOffline(environment, ['owner-link', directory, keyFile, publicUrlOf(options, environment)])
    })
}
