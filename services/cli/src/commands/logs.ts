import { limits, logLevels, queryLogs, tailLogs, type LogEntry, type LogLevel, type Since } from '@signalbox/contracts'
import { createRequestUrl } from '@signalbox/api-client/browser'
import { Command, Option } from 'commander'
import { addressOf, apiKeyOf, connect } from '../connection.js'
import type { CliEnvironment } from '../environment.js'
import { followEvents } from '../follow-events.js'
import { given } from '../given.js'
import { addPagedOptions, nextOffset, toOffsetQuery, type PagedOptions } from '../list-options.js'
import type { Column } from '../output/render-table.js'
import { colorState, screenOf } from '../output/screen.js'
import { createSinceOption } from '../since-option.js'
import { toLine } from '../output/terminal-text.js'
import { writeList } from '../output/write-list.js'

interface LogsOptions extends PagedOptions {
  since: Since
  query?: string
  level?: LogLevel
  minLevel?: LogLevel
  service?: string
  environment?: string
  release?: string
  trace?: string
  project?: string
  follow: boolean
}

const columns: readonly Column[] = [
  { heading: 'TIME', isTime: true },
  { heading: 'LEVEL', isState: true },
  { heading: 'SERVICE' },
  { heading: 'BODY', isFlexible: true },
]

/** The stream is reopened after this many seconds, without losing entries. */
const followSeconds = 3_600

const help = `
Examples:
  signalbox logs --since 15m --min-level warn --service checkout
  signalbox logs --query "timed out" --json
  signalbox logs --follow                 stream new entries until Ctrl-C
  signalbox logs --follow --json          the same, as one JSON object per line`

/** `signalbox logs`: lists log entries, or follows them. */
export function createLogsCommand(environment: CliEnvironment): Command {
  const command = new Command('logs')
    .summary('List log entries, or follow them')
    .description('List log entries, newest first, or stream new entries')
    .addOption(createSinceOption('How far back to look').default('1h'))
    .option('--query <text>', 'Only entries whose text contains this')
    .addOption(new Option('--level <level>', 'Only this level').choices(logLevels))
    .addOption(new Option('--min-level <level>', 'Only this level and more severe ones').choices(logLevels))
    .option('--service <name>', 'Only this service')
    .option('--environment <name>', 'Only this environment')
    .option('--release <version>', 'Only this release')
    .option('--trace <id>', 'Only entries of this trace')
    .option('--project <id>', 'Only this project, by id or DSN number')
    .option('-f, --follow', 'Stream new entries; with --json, one per line', false)
  const { listLimitDefault: limitDefault, listLimitMax: limitMax } = limits.query
  return addPagedOptions(command, { limitDefault, limitMax })
    .addHelpText('after', help)
    .action((options: LogsOptions) => (options.follow ? follow(options, environment) : list(options, environment)))
}

function criteriaOf({ query, level, minLevel, service, environment, release, trace, project }: LogsOptions) {
  const criteria = { search: query, level, min_level: minLevel, service, environment, release, trace_id: trace }
  return given({ ...criteria, project_id: project })
}

async function list(options: LogsOptions, environment: CliEnvironment): Promise<void> {
  const { since } = options
  const query = { since, ...toOffsetQuery(options), ...criteriaOf(options) }
  const { logs: items, total, has_more } = await connect(options, environment).call(queryLogs, { query })
  const next = nextOffset(options, items.length, has_more)
  const empty = `No matching log entries in the last ${since}.`
  writeList(environment, { items, next, total, columns, toRow, empty }, options)
}

function toRow({ timestamp, level, service, body }: LogEntry): string[] {
  return [timestamp, level, service, body]
}

async function follow(options: LogsOptions, environment: CliEnvironment): Promise<void> {
  const query = { ...criteriaOf(options), follow_seconds: followSeconds }
  const url = createRequestUrl(addressOf(options, environment), tailLogs, { query })
  for await (const { data } of followEvents({ url, apiKey: apiKeyOf(options, environment) })) {
    // The data is already single-line JSON in the format of the API document.
    environment.stdout.write(options.json ? `${data}\n` : renderEntry(JSON.parse(data) as LogEntry, environment))
  }
}

function renderEntry({ timestamp, level, service, body }: LogEntry, environment: CliEnvironment): string {
  const text = [colorState(level.padEnd(5), screenOf(environment)), toLine(service), toLine(body)]
  return `${timestamp}  ${text.filter((part) => part !== '').join('  ')}\n`
}
