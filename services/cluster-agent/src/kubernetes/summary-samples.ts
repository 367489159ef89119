import type { CounterRates } from '../samples/counter-rates.js'
import { fieldOf, listAt, numberAt, textAt, timeAt } from '../samples/json-fields.js'
import type { SampleSheet } from '../samples/sample-sheet.js'

/** What is made of an answer of the kubelet's `/stats/summary` besides the answer itself. */
export interface SummaryContext {
  sheet: SampleSheet
  /** Pods, by `podKey`, whose network is the node's: the kubelet repeats the counters of the node for each of them. */
  inHostNetwork: ReadonlySet<string>
  /** For kubelets that give the counter of CPU time only. */
  rates: CounterRates
  /** Unix milliseconds, for values without a time of their own. */
  now: number
}

const nanosecondsPerSecond = 1e9

/** Samples of the node, its pods' networks and its containers. What does not run gets no values of its use. */
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

/** Names a pod where the uids of the kubelet and the API server differ, as those of static pods do. */
function podKey({ namespace, pod }: { namespace: string; pod: string }): string {
  return `${namespace}/${pod}`
}

/** Keys of the pods that use the node's network. */
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

// The kubelet counts by itself what goes through an interface called eth0 only; many nodes name theirs after its slot.
// A dot is a VLAN, which the card under it counts as well.
const hardware = /^(eth\d|em\d|en[opsxPX]\w|p\d+p\d|ib\w|wl\w)[^.]*$/
// Windows tells descriptions, as of "Amazon Elastic Network Adapter"; names on Linux have no spaces.
const windowsHardware =
  /^(?!.*(virtual|pseudo|6to4|isatap|teredo|ip-https|kernel debug|loopback|miniport|extension)).* /i

function nodeNetworkOf(stats: unknown): { rxBytes: number | undefined; txBytes: number | undefined } {
  const own = { rxBytes: numberAt(stats, 'rxBytes'), txBytes: numberAt(stats, 'txBytes') }
  if (own.rxBytes !== undefined || own.txBytes !== undefined) return own
  // The others repeat what goes through these: bridges, tunnels, ends of pods.
  const cards = listAt(stats, 'interfaces').filter((card) => {
    const name = textAt(card, 'name')
    return hardware.test(name) || windowsHardware.test(name)
  })
  const sumOf = (field: string) =>
    cards.length === 0 ? undefined : cards.reduce<number>((sum, card) => sum + (numberAt(card, field) ?? 0), 0)
  return { rxBytes: sumOf('rxBytes'), txBytes: sumOf('txBytes') }
}

// A container that does not run has neither processor time nor memory in the answer, or 0 of both.
function isRunning(container: unknown): boolean {
  const used = [numberAt(container, 'cpu', 'usageCoreNanoSeconds'), numberAt(container, 'memory', 'workingSetBytes')]
  return used.some((value) => value !== 0)
}

// The kubelet's own rate where it has one, of some ten seconds before the answer; it says 0 until it has looked twice.
function coresOf(stats: unknown, key: string, { rates, now }: SummaryContext): number | undefined {
  const at = timeAt(stats, 'cpu', 'time') ?? now
  const total = numberAt(stats, 'cpu', 'usageCoreNanoSeconds')
  const perSecond = rates.rateOf(key, total, at)
  const own = numberAt(stats, 'cpu', 'usageNanoCores')
  // Kubelets now and then subtract a counter from an earlier, greater one and tell of billions of cores. Nothing uses
  // in one second more than it ever did.
  const isPossible = own !== undefined && (total === undefined || own <= total)
  const nanoCores = isPossible && own > 0 ? own : (perSecond ?? (isPossible ? own : undefined))
  return nanoCores === undefined ? undefined : nanoCores / nanosecondsPerSecond
}
