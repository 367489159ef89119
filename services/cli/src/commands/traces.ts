import { limits, queryTraces, type Since, type TraceSummary } from '@signalbox/contracts'
import { Command, InvalidArgumentError, Option } from 'commander'
import { connect } from '../connection.js'
import type { CliEnvironment } from '../environment.js'
import { given } from '../given.js'
import { addPagedOptions, nextOffset, toOffsetQuery, type PagedOptions } from '../list-options.js'
import type { Column } from '../output/render-table.js'
import { formatDuration } from '../output/format-numbers.js'
import { createSinceOption } from '../since-option.js'
import { writeList } from '../output/write-list.js'

interface TracesOptions extends PagedOptions {
  since: Since
  service?: string
  operation?: string
  environment?: string
  status?: 'ok' | 'error'
  minDuration?: number
  project?: string
}

const columns: readonly Column[] = [
  { heading: 'TIME', isTime: true },
  { heading: 'STATUS', isState: true },
  { heading: 'DURATION' },
  { heading: 'SPANS' },
  { heading: 'SERVICE', isFlexible: true },
  { heading: 'OPERATION', isFlexible: true },
  { heading: 'TRACE ID' },
]

const help = `
Examples:
  signalbox traces --status error --service checkout
  signalbox traces --since 24h --min-duration 1000
  signalbox trace 0af7651916cd43dd8448eb211c80319c      show one as a waterfall`

/** `signalbox traces`: lists traces. */
export function createTracesCommand(environment: CliEnvironment): Command {
  const command = new Command('traces')
    .summary('List traces')
    .description('List traces, newest first')
    .addOption(createSinceOption('How far back to look').default('1h'))
    .option('--service <name>', 'Only traces with a span of this service')
    .option('--operation <name>', 'Only traces with a span of this operation')
    .option('--environment <name>', 'Only traces with a span of this environment')
    .addOption(new Option('--status <status>', 'Only traces with this status').choices(['ok', 'error']))
    .option(
      '--min-duration <ms>',
      'Only traces whose root span took at least this many milliseconds',
      parseMilliseconds,
    )
    .option('--project <id>', 'Only this project, by id or DSN number')
  const { listLimitDefault: limitDefault, listLimitMax: limitMax } = limits.query
  return addPagedOptions(command, { limitDefault, limitMax })
    .addHelpText('after', help)
    .action(async (options: TracesOptions) => {
      const { since, service, operation, environment: where, status, minDuration, project } = options
      const filters = { service, operation, environment: where, status, min_duration_ms: minDuration }
      const query = { since, ...toOffsetQuery(options), ...given({ ...filters, project_id: project }) }
      const { traces: items, total } = await connect(options, environment).call(queryTraces, { query })
      const next = nextOffset(options, items.length, query.offset + items.length < total)
      const empty = `No matching traces in the last ${since}.`
      writeList(environment, { items, next, total, columns, toRow, empty }, options)
    })
}

function toRow({ trace_id, root_span, span_count }: TraceSummary): string[] {
  const { timestamp, status, duration_ms, service, operation } = root_span
  return [timestamp, status, formatDuration(duration_ms), String(span_count), service, operation, trace_id]
}

function parseMilliseconds(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a whole number of milliseconds.')
}
