import type { ApiClient } from '@signalbox/api-client'
import { limits, type Since } from '@signalbox/contracts'
import { Command } from 'commander'
import { connect } from '../connection.js'
import type { CliEnvironment } from '../environment.js'
import { createSinceOption } from '../since-option.js'
import { addPagedOptions, nextOffset, toOffsetQuery, type PagedOptions } from '../list-options.js'
import type { Column } from '../output/render-table.js'
import { writeList } from '../output/write-list.js'

/** Which part of the timeline to list. */
export interface TimelineQuery {
  since: Since
  service?: string
  repository?: string
  project_id?: string
  limit: number
  offset: number
}

interface ListOptions extends PagedOptions, Omit<TimelineQuery, 'project_id' | 'limit' | 'offset'> {
  project?: string
}

/** A page of the timeline. */
interface TimelinePart<Item> {
  items: readonly Item[]
  has_more: boolean
  total: number
}

/** How one command lists the timeline. */
export interface TimelineList<Item> {
  description: string
  /** Singular noun for an empty list: `There is no deployment …`. */
  item: string
  columns: readonly Column[]
  read: (client: ApiClient, query: TimelineQuery) => Promise<TimelinePart<Item>>
  toRow: (item: Item) => string[]
}

/** The `list` command for events of services and repositories: a table or JSON. */
export function createTimelineListCommand<Item>(environment: CliEnvironment, list: TimelineList<Item>): Command {
  const command = new Command('list')
    .description(list.description)
    .addOption(createSinceOption('How far back to look').default('24h'))
    .option('--service <name>', 'Only this service')
    .option('--repository <owner/name>', 'Only this repository')
    .option('--project <id>', 'Only repositories linked to this telemetry project, by id or DSN number')
  const { listLimitDefault: limitDefault, listLimitMax: limitMax } = limits.query
  return addPagedOptions(command, { limitDefault, limitMax }).action(async (options: ListOptions) => {
    const { items, has_more, total } = await list.read(connect(options, environment), toQuery(options))
    const next = nextOffset(options, items.length, has_more)
    const empty = `No ${list.item}s in the last ${options.since}.`
    writeList(environment, { items, next, total, columns: list.columns, toRow: list.toRow, empty }, options)
  })
}

function toQuery(options: ListOptions): TimelineQuery {
  const { since, service, repository, project } = options
  return {
    since,
    ...toOffsetQuery(options),
    ...(service !== undefined && { service }),
    ...(repository !== undefined && { repository }),
    ...(project !== undefined && { project_id: project }),
  }
}
