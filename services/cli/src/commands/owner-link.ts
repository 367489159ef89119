import { Command } from 'commander'
import { addDataDirectoryOptions, dataDirectoryOf, publicUrlOf, type DataDirectoryOptions } from '../data-directory.js'
import type { CliEnvironment } from '../environment.js'
import { runOffline } from './backup.js'

const help = `
Signalbox may run. The link of the call before stops working.

Example:
  signalbox owner-link --data-dir ./data`

/** `signalbox owner-link`: makes a link by which somebody becomes an owner. */
export function createOwnerLinkCommand(environment: CliEnvironment): Command {
  const command = new Command('owner-link')
    .summary('make a link by which somebody becomes an owner')
    .description('Make a link by which somebody becomes an owner of the organization, and print it.')
    .option('--public-url <url>', 'where browsers reach Signalbox (default: $SIGNALBOX_PUBLIC_URL, else local)')
  return addDataDirectoryOptions(command)
    .addHelpText('after', help)
    .action(async (options: DataDirectoryOptions & { publicUrl?: string }) => {
      const { directory, keyFile } = dataDirectoryOf(options, environment)
      await runOffline(environment, ['owner-link', directory, keyFile, publicUrlOf(options, environment)])
    })
}
