import type { ApiClient } from '@signalbox/api-client'
import type { Since } from '@signalbox/contracts'
import { Command } from 'commander'
import { addConnectionOptions, connect, type ConnectionOptions } from '../connection.js'
import type { CliEnvironment } from '../environment.js'
import { createSinceOption } from '../since-option.js'
import { renderTable, type Column } from '../render-table.js'

/** Which part of the timeline to list. */
export interface TimelineQuery {
  since: Since
  service?: string
  repository?: string
  project_id?: string
}

interface ListOptions extends ConnectionOptions, Omit<TimelineQuery, 'project_id'> {
  project?: string
  json: boolean
}

/** What one list shows of the timeline. */
export interface TimelineList<Answer> {
  description: string
  /** What there is none of, in the singular: `There is no deployment …`. */
  item: string
  columns: readonly Column[]
  read: (client: ApiClient, query: TimelineQuery) => Promise<Answer>
  toRows: (answer: Answer) => string[][]
}

/** The command `list` of what happened to services and repositories: a table, or with `--json` the server's answer. */
export function createTimelineListCommand<Answer>(environment: CliEnvironment, list: TimelineList<Answer>): Command {
  const command = new Command('list')
    .description(list.description)
    .addOption(createSinceOption('how far back to look').default('24h'))
    .option('--service <name>', 'only this service')
    .option('--repository <owner/name>', 'only this repository')
    .option('--project <id>', 'only repositories that are linked to this telemetry project, by its id or DSN number')
    .option('--json', 'print the answer of the server as JSON', false)
  return addConnectionOptions(command).action(async (options: ListOptions) => {
    const { stdout } = environment
    const { since, json } = options
    const answer = await list.read(connect(options, environment), toQuery(options))
    if (json) {
      stdout.write(`${JSON.stringify(answer, null, 2)}\n`)
      return
    }
    const rows = list.toRows(answer)
    if (rows.length === 0) stdout.write(`There is no ${list.item} in the last ${since}.\n`)
    else stdout.write(renderTable(list.columns, rows, stdout.columns))
  })
}

function toQuery({ since, service, repository, project }: ListOptions): TimelineQuery {
  return {
    since,
    ...(service !== undefined && { service }),
    ...(repository !== undefined && { repository }),
    ...(project !== undefined && { project_id: project }),
  }
}
