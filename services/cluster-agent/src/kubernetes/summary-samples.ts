import type { CounterRates } from '../samples/counter-rates.js'
import { fieldOf, listAt, numberAt, textAt, timeAt } from '../samples/json-fields.js'
import type { SampleSheet } from '../samples/sample-sheet.js'

/** What is made of an answer of the kubelet's `/stats/summary` besides the answer itself. */
export interface SummaryContext {
  sheet: SampleSheet
  /** For kubelets that give the counter of CPU time only. */
  rates: CounterRates
  /** Unix milliseconds, for values without a time of their own. */
  now: number
}

const nanosecondsPerSecond = 1e9

/**
 * Samples of the node, its pods' networks and its containers. A container that is not running has no CPU and no memory
 * in the answer, and gets no values for them here.
 */
export function addSummary(summary: unknown, context: SummaryContext): void {
  const node = fieldOf(summary, 'node')
  context.sheet.add(
    {},
    {
      node_cpu_usage_cores: coresOf(node, 'node', context),
      node_memory_working_set_bytes: numberAt(node, 'memory', 'workingSetBytes'),
      node_network_rx_bytes_total: numberAt(node, 'network', 'rxBytes'),
      node_network_tx_bytes_total: numberAt(node, 'network', 'txBytes'),
      node_fs_used_bytes: numberAt(node, 'fs', 'usedBytes'),
      node_fs_capacity_bytes: numberAt(node, 'fs', 'capacityBytes'),
    },
  )
  for (const pod of listAt(summary, 'pods')) addPod(pod, context)
}

function addPod(stats: unknown, context: SummaryContext): void {
  const labels = { namespace: textAt(stats, 'podRef', 'namespace'), pod: textAt(stats, 'podRef', 'name') }
  if (labels.pod === '') return
  context.sheet.add(labels, {
    network_rx_bytes: numberAt(stats, 'network', 'rxBytes'),
    network_tx_bytes: numberAt(stats, 'network', 'txBytes'),
    network_rx_errors_total: numberAt(stats, 'network', 'rxErrors'),
    network_tx_errors_total: numberAt(stats, 'network', 'txErrors'),
  })
  const uid = textAt(stats, 'podRef', 'uid')
  for (const container of listAt(stats, 'containers')) {
    const name = textAt(container, 'name')
    if (name === '') continue
    context.sheet.add(
      { ...labels, container: name },
      {
        cpu_usage_cores: coresOf(container, `${uid}/${name}`, context),
        memory_usage_bytes: numberAt(container, 'memory', 'workingSetBytes'),
        memory_rss_bytes: numberAt(container, 'memory', 'rssBytes'),
      },
    )
  }
}

// The kubelet's own rate where it has one; it covers some ten seconds before the answer.
function coresOf(stats: unknown, key: string, { rates, now }: SummaryContext): number | undefined {
  const at = timeAt(stats, 'cpu', 'time') ?? now
  const perSecond = rates.rateOf(key, numberAt(stats, 'cpu', 'usageCoreNanoSeconds'), at)
  const nanoCores = numberAt(stats, 'cpu', 'usageNanoCores') ?? perSecond
  return nanoCores === undefined ? undefined : nanoCores / nanosecondsPerSecond
}
