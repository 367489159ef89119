import { limits, queryMetrics, type MetricSample, type Since } from '@signalbox/contracts'
import { Command } from 'commander'
import { connect } from '../connection.js'
import type { CliEnvironment } from '../environment.js'
import { formatValue } from '../output/format-numbers.js'
import { given } from '../given.js'
import { addPagedOptions, nextOffset, toOffsetQuery, type PagedOptions } from '../list-options.js'
import type { Column } from '../output/render-table.js'
import { createSinceOption } from '../since-option.js'
import { writeList } from '../output/write-list.js'
import { createMetricsListCommand } from './metrics-list.js'
import { createMetricsShowCommand } from './metrics-show.js'

interface MetricsOptions extends PagedOptions {
  since: Since
  cluster?: string
  namespace?: string
  pod?: string
  container?: string
  metric?: string
}

const columns: readonly Column[] = [
  { heading: 'TIME', isTime: true },
  { heading: 'METRIC' },
  { heading: 'VALUE' },
  { heading: 'OF', isFlexible: true },
]

const examples = `
Examples:
  signalbox metrics list                                metrics of OpenTelemetry, Prometheus and Sentry SDKs
  signalbox metrics show http.server.request.duration   one of them over time
  signalbox metrics --metric cpu_usage_cores            samples of containers, pods and nodes`

/** `signalbox metrics`: samples of containers and nodes; below it, metrics of applications and collectors. */
export function createMetricsCommand(environment: CliEnvironment): Command {
  const command = new Command('metrics')
    .summary('List metrics, chart one, or list samples of containers and nodes')
    .description('List metric samples of containers, pods and nodes, newest first; or list and chart other metrics')
    .addOption(createSinceOption('How far back to look').default('1h'))
    .option('--cluster <name>', 'Only this cluster')
    .option('--namespace <name>', 'Only this namespace')
    .option('--pod <start>', 'Only pods whose name starts with this prefix')
    .option('--container <name>', 'Only this container')
    .option('--metric <name>', 'Only this metric, such as cpu_usage_cores')
  const { metricsLimitDefault: limitDefault, metricsLimitMax: limitMax } = limits.query
  return addPagedOptions(command, { limitDefault, limitMax })
    .addCommand(createMetricsListCommand(environment))
    .addCommand(createMetricsShowCommand(environment))
    .addHelpText('after', examples)
    .action(async (options: MetricsOptions) => {
      const { since, cluster, namespace, pod, container, metric } = options
      const query = { since, ...toOffsetQuery(options), ...given({ cluster, namespace, pod, container, metric }) }
      const { metrics: items, total } = await connect(options, environment).call(queryMetrics, { query })
      const next = nextOffset(options, items.length, query.offset + items.length < total)
      const empty = `No matching samples in the last ${since}. Other metrics: signalbox metrics list`
      writeList(environment, { items, next, total, columns, toRow, empty }, options)
    })
}

function toRow({ timestamp, metric_name, value, cluster, namespace, pod, container, node }: MetricSample): string[] {
  const subject = [cluster, namespace, pod, container].filter((part) => part !== '').join('/')
  const place = node === '' ? subject : `${subject} on ${node}`.trimStart()
  return [timestamp, metric_name, formatValue(value), place]
}
