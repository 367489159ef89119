import { queryServices, type ServicePoint, type Since } from '@signalbox/contracts'
import { Command } from 'commander'
import { connect } from '../connection.js'
import type { CliEnvironment } from '../environment.js'
import { formatDuration, formatPercent } from '../output/format-numbers.js'
import { given } from '../given.js'
import { addListOptions, type ListOptions } from '../list-options.js'
import type { Column } from '../output/render-table.js'
import { createSinceOption } from '../since-option.js'
import { writeList } from '../output/write-list.js'

interface ServicesOptions extends ListOptions {
  since: Since
  project?: string
}

/** Totals of a service over the entire range, with its points as the API returns them. */
interface ServiceSums {
  service: string
  requests: number
  errors: number
  /** The worst interval; null without requests. */
  p95_ms_max: number | null
  error_events: number
  points: readonly ServicePoint[]
}

const columns: readonly Column[] = [
  { heading: 'SERVICE', isFlexible: true },
  { heading: 'REQUESTS' },
  { heading: 'FAILED' },
  { heading: 'P95 WORST' },
  { heading: 'ERRORS' },
]

/** `signalbox services`: traffic, errors and latency of each service. */
export function createServicesCommand(environment: CliEnvironment): Command {
  const command = new Command('services')
    .summary('List services with their requests, failures and durations')
    .description('List services with their requests, failures, durations and error events')
    .addOption(createSinceOption('How far back to look').default('1h'))
    .option('--project <id>', 'Only this project, by id or DSN number')
  return addListOptions(command).action(async (options: ServicesOptions) => {
    const { since, project } = options
    const query = { since, ...given({ project_id: project }) }
    const { services, services_left_out: leftOut } = await connect(options, environment).call(queryServices, { query })
    const empty = `No service has sent telemetry in the last ${since}.`
    writeList(environment, { items: services.map(addUp), columns, toRow, empty }, options)
    if (leftOut > 0) environment.stderr.write(`${leftOut} less active services are not shown\n`)
  })
}

function addUp({ service, points }: { service: string; points: readonly ServicePoint[] }): ServiceSums {
  const worst = points.flatMap(({ p95_ms }) => (p95_ms === null ? [] : [p95_ms]))
  return {
    service,
    requests: points.reduce((sum, point) => sum + point.requests, 0),
    errors: points.reduce((sum, point) => sum + point.errors, 0),
    p95_ms_max: worst.length === 0 ? null : Math.max(...worst),
    error_events: points.reduce((sum, point) => sum + point.error_events, 0),
    points,
  }
}

function toRow({ service, requests, errors, p95_ms_max, error_events }: ServiceSums): string[] {
  const share = requests === 0 ? null : (errors / requests) * 100
  const worst = p95_ms_max === null ? '-' : formatDuration(p95_ms_max)
  return [service, String(requests), formatPercent(share), worst, String(error_events)]
}
