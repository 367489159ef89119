import { existsSync } from 'node:fs'
import { Command } from 'commander'
import type { CliEnvironment } from '../environment.js'
import { CommandFailure } from '../exit-codes.js'
import { runOffline } from './backup.js'

const help = `
Stop Signalbox first. The replaced database is kept next to the restored one. Telemetry in the data directory is not
modified. Older backups are migrated on the next start.

Example:
  signalbox restore signalbox.backup --data-dir ./data`

/** `signalbox restore`: replaces the control plane with a backup. */
export function createRestoreCommand(environment: CliEnvironment): Command {
  return new Command('restore')
    .summary('Restore a backup')
    .description('Replace the control plane in a data directory with one from a backup')
    .argument('<file>', 'Backup file')
    .option('--data-dir <directory>', 'Data directory of Signalbox (default: $SIGNALBOX_DATA_DIR, or ./data)')
    .addHelpText('after', help)
    .action(async (file: string, { dataDir }: { dataDir?: string }) => {
      const directory = dataDir ?? (environment.env['SIGNALBOX_DATA_DIR'] || './data')
      if (!existsSync(file)) throw new CommandFailure(`${file} does not exist`)
      await runOffline(environment, ['restore', directory, file])
    })
}
