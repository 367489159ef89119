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
The environment names the stores, as for the consumer: SIGNALBOX_KAFKA_BROKERS, SIGNALBOX_CLICKHOUSE_URL,
SIGNALBOX_CONTROL_PLANE_URL, SIGNALBOX_INTERNAL_TOKEN. Everything may run meanwhile, but not a second replay. What was
stored of the time is replaced batch by batch, so that nothing is doubled; a batch that reaches beyond the time is
replaced as a whole. Events that were deleted since come back. If it breaks off, run it again.

Examples:
  signalbox replay --topic envelopes --from 2026-05-17T12:00:00Z --to 2026-05-17T14:00:00Z --dry-run
  signalbox replay --topic envelopes --from 2026-05-17T12:00:00Z`

/** `signalbox replay`: processes a time of the log again. */
export function createReplayCommand(environment: CliEnvironment): Command {
  return new Command('replay')
    .summary('reprocess a time range of the log')
    .description('Reprocess what Kafka holds of a time range, and replace what is stored of it.')
    .addOption(new Option('--topic <name>', 'what to read').choices(telemetryTopics).makeOptionMandatory())
    .requiredOption('--from <time>', 'start of the time, ISO 8601', readTime)
    .option('--to <time>', 'end of the time, ISO 8601 (default: now)', readTime)
    .option('--dry-run', 'say what it would do, and change nothing', false)
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
