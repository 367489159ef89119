import { Command } from 'commander'
import type { CliEnvironment } from '../environment.js'
import { runOffline } from './backup.js'

const help = `
Signalbox must not run. The database that is replaced stays beside the restored one. Telemetry is not touched:
it stays in the data directory as it is. An older backup is brought up to date at the next start.

Example:
  signalbox restore signalbox.backup --data-dir ./data`

/** `signalbox restore`: puts a backup in the place of the control plane. */
export function createRestoreCommand(environment: CliEnvironment): Command {
  return new Command('restore')
    .summary('restore a backup')
    .description('Replace the control plane in a data directory with the one in a backup.')
    .argument('<file>', 'the backup')
    .option('--data-dir <directory>', 'where Signalbox keeps its data (default: $SIGNALBOX_DATA_DIR, else ./data)')
    .addHelpText('after', help)
    .action(async (file: string, { dataDir }: { dataDir?: string }) => {
      const directory = dataDir ?? (environment.env['SIGNALBOX_DATA_DIR'] || './data')
      await runOffline(environment, ['restore', directory, file])
    })
}
