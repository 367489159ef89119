import { Command } from 'commander'
import type { CliEnvironment } from '../environment.js'
import { UsageError } from '../exit-codes.js'
import { runOffline } from './backup.js'

interface PromoteOptions {
  from: string
  to: string
  replace: boolean
}

const help = `
Signalbox must not run, neither the old nor the new one. The environment names the new stores, as for the consumer:
SIGNALBOX_CLICKHOUSE_URL (and SIGNALBOX_CLICKHOUSE_MIGRATOR_URL, SIGNALBOX_CLICKHOUSE_CLUSTER), SIGNALBOX_KAFKA_BROKERS.
What the event log still holds is stored first; then telemetry is copied and compared day by day, dead letters are
moved to Kafka, and the control plane's database is put in its new place. The old directory is left as it is, and the
command may be repeated: what was copied is left alone.

Example:
  signalbox promote --from ./data --to /var/lib/signalbox`

/** `signalbox promote`: moves an installation in one process into separate services. */
export function createPromoteCommand(environment: CliEnvironment): Command {
  return new Command('promote')
    .summary('move into separate services')
    .description('Move an installation in one process to Kafka, ClickHouse and a separate control plane.')
    .requiredOption('--from <directory>', 'data directory of the installation in one process')
    .requiredOption('--to <directory>', 'data directory of the separate control plane')
    .option('--replace', 'set an existing control plane aside', false)
    .addHelpText('after', help)
    .action(async ({ from, to, replace }: PromoteOptions) => {
      if (from === to) throw new UsageError('--from and --to must be different directories')
      await runOffline(environment, ['promote', from, to, ...(replace ? ['--replace'] : [])])
    })
}
