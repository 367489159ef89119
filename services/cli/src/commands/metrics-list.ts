import type { ApiClient } from '@signalbox/api-client'
import {
  limits,
  listDataPointMetrics,
  queryAppMetrics,
  type AppMetric,
  type DataPointMetric,
  type Since,
} from '@signalbox/contracts'
import { Command } from 'commander'
import { connect } from '../connection.js'
import type { CliEnvironment } from '../environment.js'
import { given } from '../given.js'
import { addListOptions, type ListOptions } from '../list-options.js'
import type { Column } from '../output/render-table.js'
import { createSinceOption } from '../since-option.js'
import { writeList } from '../output/write-list.js'

interface MetricsListOptions extends ListOptions {
  since: Since
  search?: string
  project?: string
}

/** A metric as the API returns it, with the `source` that alert rules use. */
type ListedMetric = ({ source: 'data_point' } & DataPointMetric) | ({ source: 'app' } & AppMetric)

const columns: readonly Column[] = [
  { heading: 'METRIC', isFlexible: true },
  { heading: 'SOURCE' },
  { heading: 'TYPE' },
  { heading: 'UNIT' },
  { heading: 'LAST SEEN', isTime: true },
]

/** `signalbox metrics list`: metrics of OpenTelemetry, Prometheus and Sentry SDKs. */
export function createMetricsListCommand(environment: CliEnvironment): Command {
  const command = new Command('list')
    .summary('List metrics of OpenTelemetry, Prometheus and Sentry SDKs')
    .description('List metrics of OpenTelemetry and Prometheus (data_point) and of Sentry SDKs (app), by name')
    .addOption(createSinceOption('How far back to look').default('1h'))
    .option('--search <text>', 'Only metrics whose name contains this text')
    .option('--project <id>', 'Only this project, by id or DSN number')
  return addListOptions(command).action(async () => {
    // `signalbox metrics` has the same options and parses them first.
    const options = command.optsWithGlobals<MetricsListOptions>()
    const { items, leftOut } = await listMetrics(connect(options, environment), options)
    const empty = `No matching metrics in the last ${options.since}. Samples of containers: signalbox metrics`
    writeList(environment, { items, columns, toRow, empty }, options)
    if (leftOut > 0) environment.stderr.write(`${leftOut} more metrics are not shown: use --search.\n`)
  })
}

async function listMetrics(
  client: ApiClient,
  { since, search, project }: MetricsListOptions,
): Promise<{ items: ListedMetric[]; leftOut: number }> {
  const range = { since, ...given({ project_id: project }) }
  const points = await client.call(listDataPointMetrics, { query: { ...range, ...given({ search }) } })
  const apps = await client.call(queryAppMetrics, { query: { ...range, limit: limits.query.listLimitMax } })
  const ofApps = 'metrics' in apps ? apps.metrics : []
  const found = [
    ...points.metrics.map((metric) => ({ source: 'data_point' as const, ...metric })),
    ...ofApps.filter(({ name }) => contains(name, search)).map((metric) => ({ source: 'app' as const, ...metric })),
  ]
  return {
    items: found.sort((left, right) => (left.name < right.name ? -1 : 1)),
    leftOut: points.total - points.metrics.length + apps.total - ofApps.length,
  }
}

function contains(name: string, search = ''): boolean {
  return name.toLowerCase().includes(search.toLowerCase())
}

function toRow(metric: ListedMetric): string[] {
  const type = metric.source === 'app' ? metric.type : metric.kind
  return [metric.name, metric.source, type, metric.unit, metric.last_seen]
}
