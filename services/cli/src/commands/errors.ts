import { dayMs, limits, queryErrors, type Static } from '@signalbox/contracts'
import { Command, InvalidArgumentError, Option } from 'commander'
import { addConnectionOptions, connect, type ConnectionOptions } from '../connection.js'
import type { CliEnvironment } from '../environment.js'
import { CommandFailure } from '../exit-codes.js'
import { createSinceOption } from '../since-option.js'
import { createExplainCommand } from './errors-explain.js'
import { renderErrorEvent, renderErrorTable } from '../render-errors.js'

type ErrorsQuery = Static<NonNullable<typeof queryErrors.query>>
type ErrorsAnswer = Static<typeof queryErrors.response>

/** Options of `signalbox errors`, as commander reads them. */
interface ErrorsOptions extends ConnectionOptions {
  since?: ErrorsQuery['since']
  query?: string
  level?: NonNullable<ErrorsQuery['level']>
  eventId?: string
  project?: string
  limit: number
  json: boolean
}

const sinceDefault = '24h'

const examples = `
Examples:
  signalbox errors                                the last 24 hours, newest first
  signalbox errors --since 7d --level error       a week of errors and crashes
  signalbox errors --query timeout --limit 20     events that mention "timeout"
  signalbox errors --event-id 4f9d…               one event with its stack trace
  signalbox errors explain 4f9d…                  why its frames are shown minified, and what to do
  signalbox errors --json                         for scripts

Exit codes: 0 done (also when nothing matches), 1 failed or no such event, 2 wrong usage.`

/** `signalbox errors`: lists error events, or shows one. */
export function createErrorsCommand(environment: CliEnvironment): Command {
  const command = new Command('errors')
    .summary('list error events, or show one')
    .description('List the error events of your projects, newest first, or show one with its stack trace.')
    .addOption(createSinceOption('how far back to look (default: 24h, for --event-id all)'))
    .option('--query <text>', 'only events whose message, exception type or value contains this text')
    .addOption(new Option('--level <level>', 'only this level').choices(['error', 'warning', 'info']))
    .option('--event-id <id>', 'show the event with this id in full')
    .option('--project <id>', 'only this project, by its id or DSN number')
    .option(
      '--limit <count>',
      `most events to list, 1 to ${limits.query.errorsLimitMax}`,
      parseLimit,
      limits.query.errorsLimitDefault,
    )
    .option('--json', 'print the answer of the server as JSON', false)
  return addConnectionOptions(command)
    .addCommand(createExplainCommand(environment))
    .addHelpText('after', examples)
    .action(async (options: ErrorsOptions) => {
      await runErrors(options, environment)
    })
}

async function runErrors(options: ErrorsOptions, environment: CliEnvironment): Promise<void> {
  const { stdout, stderr, clock } = environment
  const answer = await connect(options, environment).call(queryErrors, { query: createQuery(options, clock()) })
  if (options.eventId !== undefined && answer.events.length === 0) {
    throw new CommandFailure(`no event with the id ${options.eventId} was found`)
  }
  if (options.json) stdout.write(`${JSON.stringify(answer, null, 2)}\n`)
  else if (options.eventId !== undefined) for (const event of answer.events) stdout.write(renderErrorEvent(event))
  else if (answer.events.length === 0) stdout.write(`No errors match in the last ${options.since ?? sinceDefault}.\n`)
  else stdout.write(renderErrorTable(answer.events, stdout.columns))
  // Beside the data, so that a pipe gets events only.
  if (answer.has_more && !options.json) stderr.write(describeRest(answer))
}

function createQuery(options: ErrorsOptions, now: number): Partial<ErrorsQuery> {
  const { since, query, level, eventId, project, limit } = options
  return {
    ...rangeOf(since, eventId, now),
    ...(query !== undefined && { search: query }),
    ...(level !== undefined && { level }),
    ...(eventId !== undefined && { event_id: eventId }),
    ...(project !== undefined && { project_id: project }),
    limit,
  }
}

/** An id names one event however old it is, so that without --since all that is kept is searched. */
function rangeOf(since: ErrorsOptions['since'], eventId: string | undefined, now: number): Partial<ErrorsQuery> {
  if (since !== undefined || eventId === undefined) return { since: since ?? sinceDefault }
  return { start: new Date(now - limits.query.rangeDaysMax * dayMs + dayMs).toISOString() }
}

function describeRest({ events, total }: ErrorsAnswer): string {
  return `${events.length} of ${total} events shown; --limit shows more, --since, --query and --level narrow the list.\n`
}

function parseLimit(text: string): number {
  const limit = Number(text)
  if (/^\d+$/.test(text) && limit >= 1 && limit <= limits.query.errorsLimitMax) return limit
  throw new InvalidArgumentError(`It must be an integer from 1 to ${limits.query.errorsLimitMax}.`)
}
