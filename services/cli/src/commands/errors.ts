import { dayMs, limits, queryErrors, type Static } from '@signalbox/contracts'
import { Command, Option } from 'commander'
import { connect } from '../connection.js'
import type { CliEnvironment } from '../environment.js'
import { CommandFailure } from '../exit-codes.js'
import { addPagedOptions, nextOffset, toOffsetQuery, type PagedOptions } from '../list-options.js'
import { screenOf } from '../output/screen.js'
import { createSinceOption } from '../since-option.js'
import { createExplainCommand } from './errors-explain.js'
import { errorColumns, renderErrorEvent, toErrorRow } from '../output/render-errors.js'
import { writeList } from '../output/write-list.js'

type ErrorsQuery = Static<NonNullable<typeof queryErrors.query>>

/** Options of `signalbox errors`, as parsed by Commander. */
interface ErrorsOptions extends PagedOptions {
  since?: ErrorsQuery['since']
  query?: string
  level?: NonNullable<ErrorsQuery['level']>
  eventId?: string
  project?: string
}

const sinceDefault = '24h'

const examples = `
Examples:
  signalbox errors                                the last 24 hours, newest first
  signalbox errors --since 7d --level error       errors and crashes of the last week
  signalbox errors --query timeout --limit 20     events that contain "timeout"
  signalbox errors --event-id 4f9d…               one event with its stack trace
  signalbox errors explain 4f9d…                  why its frames are minified, and what to do
  signalbox errors --json                         for scripts

Exit codes: 0 done (even if nothing matches), 1 failed or no such event, 2 wrong usage.`

/** `signalbox errors`: lists error events, or shows one. */
export function createErrorsCommand(environment: CliEnvironment): Command {
  const command = new Command('errors')
    .summary('List error events, or show one')
    .description("List your projects' error events, newest first, or show one with its stack trace")
    .addOption(createSinceOption('How far back to look (default: 24h; with --event-id: no limit)'))
    .option('--query <text>', 'Only events whose message, exception type or value contains this text')
    .addOption(new Option('--level <level>', 'Only this level').choices(['error', 'warning', 'info']))
    .option('--event-id <id>', 'Show the event with this id in full')
    .option('--project <id>', 'Only this project, by id or DSN number')
  const { listLimitDefault: limitDefault, listLimitMax: limitMax } = limits.query
  return addPagedOptions(command, { limitDefault, limitMax })
    .addCommand(createExplainCommand(environment))
    .addHelpText('after', examples)
    .action(async (options: ErrorsOptions) => {
      await runErrors(options, environment)
    })
}

async function runErrors(options: ErrorsOptions, environment: CliEnvironment): Promise<void> {
  const { stdout, clock } = environment
  const answer = await connect(options, environment).call(queryErrors, { query: createQuery(options, clock()) })
  const { events: items, total, has_more } = answer
  if (options.eventId !== undefined && items.length === 0) {
    throw new CommandFailure(`no such event: ${options.eventId}`)
  }
  if (options.eventId !== undefined && !options.json) {
    for (const event of items) stdout.write(renderErrorEvent(event, screenOf(environment)))
    return
  }
  const next = nextOffset(options, items.length, has_more)
  const empty = `No matching errors in the last ${options.since ?? sinceDefault}.`
  writeList(environment, { items, next, total, columns: errorColumns, toRow: toErrorRow, empty }, options)
}

function createQuery(options: ErrorsOptions, now: number): Partial<ErrorsQuery> {
  const { since, query, level, eventId, project } = options
  return {
    ...rangeOf(since, eventId, now),
    ...(query !== undefined && { search: query }),
    ...(level !== undefined && { level }),
    ...(eventId !== undefined && { event_id: eventId }),
    ...(project !== undefined && { project_id: project }),
    ...toOffsetQuery(options),
  }
}

/** An id identifies an event of any age, so without --since the entire retention is searched. */
function rangeOf(since: ErrorsOptions['since'], eventId: string | undefined, now: number): Partial<ErrorsQuery> {
  if (since !== undefined || eventId === undefined) return { since: since ?? sinceDefault }
  return { start: new Date(now - limits.query.rangeDaysMax * dayMs + dayMs).toISOString() }
}
