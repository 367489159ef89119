import {
  clusterNodes,
  clusterOverview,
  clusterTop,
  limits,
  type ClusterNodes,
  type ClusterOverview,
  type ClusterTop,
} from '@signalbox/contracts'
import { Command, Option } from 'commander'
import { addConnectionOptions, connect, type ConnectionOptions } from '../connection.js'
import type { CliEnvironment } from '../environment.js'
import { formatPercent } from '../output/format-numbers.js'
import { given } from '../given.js'
import { addListOptions, createCountParser } from '../list-options.js'
import type { Column } from '../output/render-table.js'
import { renderFields } from '../output/render-fields.js'
import { writeJson, writeList } from '../output/write-list.js'

interface ViewOptions extends ConnectionOptions {
  hours: number
  cluster?: string
  json: boolean
}

interface TopOptions extends ViewOptions {
  resource: 'cpu' | 'memory'
  limit: number
}

type TopConsumer = ClusterTop['top_consumers'][number]

function addViewOptions(command: Command): Command {
  return command
    .option('--hours <count>', 'Number of hours to look back', createCountParser(limits.query.clusterHoursBackMax), 1)
    .option('--cluster <name>', 'Only this cluster')
}

function toQuery({ hours, cluster }: ViewOptions) {
  return { hours_back: hours, ...given({ cluster }) }
}

/** `signalbox cluster`: overview of the clusters. */
export function createClusterCommand(environment: CliEnvironment): Command {
  const command = new Command('cluster')
    .summary('Show an overview of the clusters')
    .description('Show an overview of the clusters')
    .option('--json', "Print the server's response as JSON", false)
  return addConnectionOptions(addViewOptions(command)).action(async (options: ViewOptions) => {
    const overview = await connect(options, environment).call(clusterOverview, { query: toQuery(options) })
    if (options.json) writeJson(environment, overview)
    else environment.stdout.write(renderOverview(overview))
  })
}

function renderOverview({ hours_back, cluster, issues, http, pods_by_namespace }: ClusterOverview): string {
  if (cluster.node_count === 0 && cluster.total_pods === 0) {
    return `No node or pod has sent a sample in the last ${hours_back} h. New samples appear within two seconds.\n`
  }
  const namespaces = Object.entries(pods_by_namespace).map(([name, count]) => `${name} ${count}`)
  return renderFields([
    ['Nodes', String(cluster.node_count)],
    ['Pods', `${cluster.running_pods} running of ${cluster.total_pods}`],
    ['CPU', formatPercent(cluster.cpu_used_percent)],
    ['Memory', `${formatPercent(cluster.memory_used_percent)}, ${cluster.memory_used_gb.toFixed(1)} GiB`],
    ['Crash loops', String(issues.crashloops)],
    ['Warnings', String(issues.warnings)],
    ['HTTP', `${http.request_count} requests, ${formatPercent(http.error_rate * 100)} failed`],
    ['Namespaces', namespaces.join(', ')],
  ])
}

const nodeColumns: readonly Column[] = [
  { heading: 'NODE', isFlexible: true },
  { heading: 'CPU' },
  { heading: 'CPU MAX' },
  { heading: 'MEMORY' },
  { heading: 'MEMORY MAX' },
  { heading: 'PODS' },
]

type Node = ClusterNodes['nodes'][string] & { node: string }

/** `signalbox nodes`: utilization of each node. */
export function createNodesCommand(environment: CliEnvironment): Command {
  const command = new Command('nodes')
    .summary('List nodes with their usage')
    .description('List cluster nodes with their usage, by CPU')
  return addListOptions(addViewOptions(command)).action(async (options: ViewOptions) => {
    const { nodes, rankings } = await connect(options, environment).call(clusterNodes, { query: toQuery(options) })
    const names = [...new Set([...rankings.by_cpu_usage, ...Object.keys(nodes)])]
    const items = names.flatMap((node): Node[] => {
      const use = nodes[node]
      return use === undefined ? [] : [{ node, ...use }]
    })
    const empty = `No node has sent a sample in the last ${options.hours} h.`
    writeList(environment, { items, columns: nodeColumns, toRow: toNodeRow, empty }, options)
  })
}

function toNodeRow({ node, cpu_used_percent: cpu, memory_used_percent: memory, pod_count }: Node): string[] {
  const percents = [cpu.avg, cpu.max, memory.avg, memory.max].map(formatPercent)
  return [node, ...percents, String(pod_count)]
}

const topColumns: readonly Column[] = [
  { heading: 'NAMESPACE', isFlexible: true },
  { heading: 'POD', isFlexible: true },
  { heading: 'AVERAGE' },
  { heading: 'MAX' },
]

/** `signalbox top`: pods with the highest usage. */
export function createTopCommand(environment: CliEnvironment): Command {
  const command = new Command('top')
    .summary('List the pods with the highest usage')
    .description('List the pods with the highest usage')
    .addOption(new Option('--resource <name>', 'Resource to compare').choices(['cpu', 'memory']).default('cpu'))
    .option(
      '--limit <count>',
      `Maximum number of pods, 1 to ${limits.query.clusterTopLimitMax}`,
      createCountParser(limits.query.clusterTopLimitMax),
      limits.query.clusterTopLimitDefault,
    )
  return addListOptions(addViewOptions(command)).action(async (options: TopOptions) => {
    const { resource, limit } = options
    const query = { ...toQuery(options), resource, limit }
    const { top_consumers: items } = await connect(options, environment).call(clusterTop, { query })
    const empty = `No pod has sent a sample in the last ${options.hours} h.`
    writeList(environment, { items, columns: topColumns, toRow: toTopRow, empty }, options)
  })
}

function toTopRow({ namespace, pod, avg_percent, max_percent }: TopConsumer): string[] {
  return [namespace, pod, formatPercent(avg_percent), formatPercent(max_percent)]
}
