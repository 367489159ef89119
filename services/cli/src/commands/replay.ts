import { parseTimestamp, telemetryTopics } from '@signalbox/contracts'
import { Command, InvalidArgumentError, Option } from 'commander'
import type { CliEnvironment } from '../environment.js'
import { UsageError } from '../exit-codes.js'
import { runOffline } from './backup.js'

interface ReplayOptions {
  topic: string
  from: string
  to?: string
  dryRun: boolean
}

const help = `
The environment specifies the stores, as for the consumer: SIGNALBOX_KAFKA_BROKERS, SIGNALBOX_CLICKHOUSE_URL,
SIGNALBOX_CONTROL_PLANE_URL, SIGNALBOX_INTERNAL_TOKEN. Other processes can keep running, but only one replay at a time. Stored
data of the range is replaced batch by batch, so nothing is duplicated; a batch that extends beyond the range is replaced
entirely. Events that were deleted since then reappear. If the replay is interrupted, run it again.

Examples:
  signalbox replay --topic envelopes --from 2026-05-17T12:00:00Z --to 2026-05-17T14:00:00Z --dry-run
  signalbox replay --topic envelopes --from 2026-05-17T12:00:00Z`

/** `signalbox replay`: processes a time range of the log again. */
export function createReplayCommand(environment: CliEnvironment): Command {
  return new Command('replay')
    .summary('Reprocess a time range of the log')
    .description("Reprocess Kafka's records of a time range, and replace the data stored from them")
    .addOption(new Option('--topic <name>', 'Topic to read').choices(telemetryTopics).makeOptionMandatory())
    .requiredOption('--from <time>', 'Start of the range, ISO 8601', readTime)
    .option('--to <time>', 'End of the range, ISO 8601 (default: now)', readTime)
    .option('--dry-run', 'Show what would be replaced without changing anything', false)
    .addHelpText('after', help)
    .action(async ({ topic, from, to, dryRun }: ReplayOptions) => {
      const end = to ?? new Date(environment.clock()).toISOString()
      if (from >= end) throw new UsageError('--to must be after --from')
      await runOffline(environment, ['replay', topic, from, end, ...(dryRun ? ['--dry-run'] : [])])
    })
}

function readTime(text: string): string {
  const time = parseTimestamp(text)
  if (time === undefined) throw new InvalidArgumentError('It must be a time such as 2026-05-17T12:00:00Z.')
  return new Date(time).toISOString()
}
