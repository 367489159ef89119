import { limits, queryMonitors, type Monitor, type Since } from '@signalbox/contracts'
import { Command } from 'commander'
import { connect } from '../connection.js'
import type { CliEnvironment } from '../environment.js'
import { given } from '../given.js'
import { addPagedOptions, nextOffset, toOffsetQuery, type PagedOptions } from '../list-options.js'
import type { Column } from '../output/render-table.js'
import { createSinceOption } from '../since-option.js'
import { writeList } from '../output/write-list.js'

interface MonitorsOptions extends PagedOptions {
  since: Since
  environment?: string
  project?: string
}

const columns: readonly Column[] = [
  { heading: 'MONITOR' },
  { heading: 'STATUS', isState: true },
  { heading: 'ENVIRONMENT', isFlexible: true },
  { heading: 'LAST', isTime: true },
  { heading: 'NEXT', isTime: true },
  { heading: 'FAILED' },
  { heading: 'MISSED' },
]

/** `signalbox monitors`: scheduled jobs and their status. */
export function createMonitorsCommand(environment: CliEnvironment): Command {
  const list = new Command('list')
    .description('List scheduled jobs and their status, by name')
    .addOption(createSinceOption('Time range to evaluate').default('24h'))
    .option('--environment <name>', 'Only this environment')
    .option('--project <id>', 'Only this project, by id or DSN number')
  const { monitorsLimitDefault: limitDefault, monitorsLimitMax: limitMax } = limits.query
  addPagedOptions(list, { limitDefault, limitMax }).action(async (options: MonitorsOptions) => {
    const { since, environment: where, project } = options
    const query = { since, ...toOffsetQuery(options), ...given({ environment: where, project_id: project }) }
    const { monitors: items, total } = await connect(options, environment).call(queryMonitors, { query })
    const next = nextOffset(options, items.length, query.offset + items.length < total)
    const empty = `No scheduled job has checked in during the last ${since}.`
    writeList(environment, { items, next, total, columns, toRow, empty }, options)
  })
  return new Command('monitors')
    .summary('List scheduled jobs and their status')
    .description('Show scheduled jobs that send check-ins')
    .addCommand(list)
}

function toRow({ slug, status, environment, last_check_in, next_expected_at, counts }: Monitor): string[] {
  const times = [last_check_in ?? '-', next_expected_at ?? '-']
  return [slug, status, environment, ...times, String(counts.error), String(counts.missed)]
}
