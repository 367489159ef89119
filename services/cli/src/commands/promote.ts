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
Stop Signalbox first, both the old and the new installation. The environment specifies the new stores, as for the consumer:
SIGNALBOX_CLICKHOUSE_URL (and SIGNALBOX_CLICKHOUSE_MIGRATOR_URL, SIGNALBOX_CLICKHOUSE_CLUSTER), SIGNALBOX_KAFKA_BROKERS.
The command first stores everything left in the event log, then copies telemetry and compares it day by day, moves dead letters
to Kafka, and copies the control plane's database to its new directory. The old directory is not modified, and you can repeat
the command: data that was already copied is skipped.

Example:
  signalbox promote --from ./data --to /var/lib/signalbox`

/** `signalbox promote`: converts a single-process installation into separate services. */
export function createPromoteCommand(environment: CliEnvironment): Command {
  return new Command('promote')
    .summary('Move a single-process installation to separate services')
    .description('Move a single-process installation to Kafka, ClickHouse and a separate control plane')
    .requiredOption('--from <directory>', 'Data directory of the single-process installation')
    .requiredOption('--to <directory>', 'Data directory of the separate control plane')
    .option('--replace', 'Set an existing control plane aside', false)
    .addHelpText('after', help)
    .action(async ({ from, to, replace }: PromoteOptions) => {
      if (from === to) throw new UsageError('--from and --to must be different directories')
      await runOffline(environment, ['promote', from, to, ...(replace ? ['--replace'] : [])])
    })
}
