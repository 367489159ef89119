import type { CounterRates } from '../samples/counter-rates.js'
import { fieldOf, listAt, numberAt, textAt, timeAt } from '../samples/json-fields.js'
import type { SampleSheet } from '../samples/sample-sheet.js'

/** Context for reading the kubelet's `/stats/summary`. */
export interface SummaryContext {
  sheet: SampleSheet
  /** Pods, by `podKey`, in the host's network: the kubelet repeats the node's counters for each of them. */
  inHostNetwork: ReadonlySet<string>
  /** For kubelets that report only the CPU time counter. */
  rates: CounterRates
  /** Unix milliseconds, for values without a timestamp. */
  now: number
}

const nanosecondsPerSecond = 1e9

/** Adds samples of the node, its pods' networks and its containers. Stopped containers get no usage values. */
export function addSummary(summary: unknown, context: SummaryContext): void {
  const node = fieldOf(summary, 'node')
  const network = nodeNetworkOf(fieldOf(node, 'network'))
  context.sheet.add(
    {},
    {
      node_cpu_usage_cores: coresOf(node, 'node', context),
      node_memory_working_set_bytes: numberAt(node, 'memory', 'workingSetBytes'),
      node_network_rx_bytes_total: network.rxBytes,
      node_network_tx_bytes_total: network.txBytes,
      node_fs_used_bytes: numberAt(node, 'fs', 'usedBytes'),
      node_fs_capacity_bytes: numberAt(node, 'fs', 'capacityBytes'),
    },
  )
  for (const pod of listAt(summary, 'pods')) addPod(pod, context)
}

/** Identifies a pod by name, because uids of the kubelet and the API server may differ, as for static pods. */
function podKey({ namespace, pod }: { namespace: string; pod: string }): string {
  return `${namespace}/${pod}`
}

/** Keys of the pods in the host's network. */
export function findInHostNetwork(podList: unknown): Set<string> {
  const pods = listAt(podList, 'items').filter((pod) => fieldOf(pod, 'spec', 'hostNetwork') === true)
  return new Set(
    pods.map((pod) =>
      podKey({ namespace: textAt(pod, 'metadata', 'namespace'), pod: textAt(pod, 'metadata', 'name') }),
    ),
  )
}

function addPod(stats: unknown, context: SummaryContext): void {
  const labels = { namespace: textAt(stats, 'podRef', 'namespace'), pod: textAt(stats, 'podRef', 'name') }
  if (labels.pod === '') return
  if (!context.inHostNetwork.has(podKey(labels))) {
    context.sheet.add(labels, {
      network_rx_bytes: numberAt(stats, 'network', 'rxBytes'),
      network_tx_bytes: numberAt(stats, 'network', 'txBytes'),
      network_rx_errors_total: numberAt(stats, 'network', 'rxErrors'),
      network_tx_errors_total: numberAt(stats, 'network', 'txErrors'),
    })
  }
  const uid = textAt(stats, 'podRef', 'uid')
  for (const container of listAt(stats, 'containers')) {
    const name = textAt(container, 'name')
    if (name === '' || !isRunning(container)) continue
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

// The kubelet itself counts only an interface named eth0; many nodes name theirs after the slot. A dot marks a VLAN,
// whose traffic the underlying card counts as well.
const hardware = /^(eth\d|em\d|en[opsxPX]\w|p\d+p\d|ib\w|wl\w)[^.]*$/
// Windows reports descriptions such as "Amazon Elastic Network Adapter"; Linux names have no spaces.
const windowsHardware =
  /^(?!.*(virtual|pseudo|6to4|isatap|teredo|ip-https|kernel debug|loopback|miniport|extension)).* /i

function nodeNetworkOf(stats: unknown): { rxBytes: number | undefined; txBytes: number | undefined } {
  const own = { rxBytes: numberAt(stats, 'rxBytes'), txBytes: numberAt(stats, 'txBytes') }
  if (own.rxBytes !== undefined || own.txBytes !== undefined) return own
  // Other interfaces repeat the traffic of these: bridges, tunnels, pod interfaces.
  const cards = listAt(stats, 'interfaces').filter((card) => {
    const name = textAt(card, 'name')
    return hardware.test(name) || windowsHardware.test(name)
  })
  const sumOf = (field: string) =>
    cards.length === 0 ? undefined : cards.reduce<number>((sum, card) => sum + (numberAt(card, field) ?? 0), 0)
  return { rxBytes: sumOf('rxBytes'), txBytes: sumOf('txBytes') }
}

// For a stopped container, the response has neither CPU time nor memory, or 0 for both.
function isRunning(container: unknown): boolean {
  const used = [numberAt(container, 'cpu', 'usageCoreNanoSeconds'), numberAt(container, 'memory', 'workingSetBytes')]
  return used.some((value) => value !== 0)
}

// The kubelet's own rate if available, over about ten seconds before the response; it is 0 until the kubelet has
// measured twice.
function coresOf(stats: unknown, key: string, { rates, now }: SummaryContext): number | undefined {
  const at = timeAt(stats, 'cpu', 'time') ?? now
  const total = numberAt(stats, 'cpu', 'usageCoreNanoSeconds')
  const perSecond = rates.rateOf(key, total, at)
  const own = numberAt(stats, 'cpu', 'usageNanoCores')
  // Kubelets occasionally subtract a counter from an earlier, larger one and report billions of cores. No container
  // uses more in one second than in its entire life.
  const isPossible = own !== undefined && (total === undefined || own <= total)
  const nanoCores = isPossible && own > 0 ? own : (perSecond ?? (isPossible ? own : undefined))
  return nanoCores === undefined ? undefined : nanoCores / nanosecondsPerSecond
}
