import type { DataPointRow } from '@signalbox/telemetry-store/rows'

/** How a metric of OpenTelemetry becomes a sample that the cluster views know. */
export interface ContainerName {
  /** What the views call it. */
  name: string
  /** Whether it counts since a start: a sum by deltas does not, and keeps its own name. */
  isCounter?: true
  /** What the value is multiplied with to be in the unit of the name. */
  factor?: number
  /** Samples of what: `pod` leaves the container out, `node` the pod and the namespace as well. */
  scope: 'container' | 'pod' | 'node'
  /** Whether a point of this metric is meant. All are when left out. */
  isMeant?: (row: DataPointRow) => boolean
}

const isOfKubernetes = ({ resource }: DataPointRow) => resource['k8s.pod.name'] !== undefined
const isDefaultInterface = ({ attributes: { interface: name } }: DataPointRow) => name === undefined || name === 'eth0'
const withAttribute = (name: string, value: string) => (row: DataPointRow) => row.attributes[name] === value
const isNetwork = (direction: string) => (row: DataPointRow) =>
  isDefaultInterface(row) && row.attributes['direction'] === direction
const reason = 'k8s.container.status.reason'

/** Samples of names that were used by turns, by their current names and older ones. */
const limitNames = (resource: 'cpu' | 'memory', unit: 'cores' | 'bytes'): [string, ContainerName][] =>
  (['limit', 'request'] as const).flatMap((bound) =>
    [`k8s.container.${resource}_${bound}`, `k8s.container.${resource}.${bound}.desired`].map(
      (name): [string, ContainerName] => [name, { name: `container_${resource}_${bound}_${unit}`, scope: 'container' }],
    ),
  )

const pairs: [string, ContainerName][] = [
  ['container.cpu.usage', { name: 'cpu_usage_cores', scope: 'container' }],
  // By its older name the kubelet's receiver sends cores; Docker's sends percents under the same name.
  ['container.cpu.utilization', { name: 'cpu_usage_cores', scope: 'container', isMeant: isOfKubernetes }],
  ['container.cpu.time', { name: 'cpu_usage_seconds_total', isCounter: true, scope: 'container' }],
  ['container.cpu.usage.total', { name: 'cpu_usage_seconds_total', isCounter: true, factor: 1e-9, scope: 'container' }],
  ['container.memory.working_set', { name: 'memory_usage_bytes', scope: 'container' }],
  ['container.memory.usage', { name: 'memory_usage_bytes', scope: 'container' }],
  ['container.memory.usage.total', { name: 'memory_usage_bytes', scope: 'container' }],
  ['container.memory.usage.limit', { name: 'container_memory_limit_bytes', scope: 'container' }],
  [
    'container.network.io.usage.rx_bytes',
    { name: 'network_rx_bytes', isCounter: true, scope: 'pod', isMeant: isDefaultInterface },
  ],
  [
    'container.network.io.usage.tx_bytes',
    { name: 'network_tx_bytes', isCounter: true, scope: 'pod', isMeant: isDefaultInterface },
  ],
  ...limitNames('cpu', 'cores'),
  ...limitNames('memory', 'bytes'),
  ['k8s.container.restarts', { name: 'container_restarts_total', scope: 'container' }],
  ['k8s.container.restart.count', { name: 'container_restarts_total', scope: 'container' }],
  ['k8s.container.ready', { name: 'container_ready', scope: 'container' }],
  ['k8s.pod.phase', { name: 'pod_phase', scope: 'pod' }],
  ['k8s.node.cpu.usage', { name: 'node_cpu_usage_cores', scope: 'node' }],
  ['k8s.node.memory.working_set', { name: 'node_memory_working_set_bytes', scope: 'node' }],
  ['k8s.node.allocatable_cpu', { name: 'node_cpu_allocatable_cores', scope: 'node' }],
  ['k8s.node.cpu.allocatable', { name: 'node_cpu_allocatable_cores', scope: 'node' }],
  ['k8s.node.allocatable_memory', { name: 'node_memory_allocatable_bytes', scope: 'node' }],
  ['k8s.node.memory.allocatable', { name: 'node_memory_allocatable_bytes', scope: 'node' }],
  ['k8s.node.condition_ready', { name: 'node_ready', scope: 'node' }],
  ['k8s.node.condition_memory_pressure', { name: 'node_memory_pressure', scope: 'node' }],
  ['k8s.node.condition_disk_pressure', { name: 'node_disk_pressure', scope: 'node' }],
]

const oneOfMany: Readonly<Record<string, readonly ContainerName[]>> = {
  'k8s.pod.network.io': [
    { name: 'network_rx_bytes', isCounter: true, scope: 'pod', isMeant: isNetwork('receive') },
    { name: 'network_tx_bytes', isCounter: true, scope: 'pod', isMeant: isNetwork('transmit') },
  ],
  'k8s.container.status.reason': [
    { name: 'container_waiting_crashloop', scope: 'container', isMeant: withAttribute(reason, 'CrashLoopBackOff') },
    { name: 'container_waiting_image_pull', scope: 'container', isMeant: withAttribute(reason, 'ImagePullBackOff') },
  ],
  'k8s.node.condition': [
    { name: 'node_ready', scope: 'node', isMeant: withAttribute('condition', 'Ready') },
    { name: 'node_memory_pressure', scope: 'node', isMeant: withAttribute('condition', 'MemoryPressure') },
    { name: 'node_disk_pressure', scope: 'node', isMeant: withAttribute('condition', 'DiskPressure') },
    { name: 'node_pid_pressure', scope: 'node', isMeant: withAttribute('condition', 'PIDPressure') },
  ],
}

const namesByMetric: ReadonlyMap<string, readonly ContainerName[]> = new Map([
  ...pairs.map(([metric, name]) => [metric, [name]] as const),
  ...Object.entries(oneOfMany),
])

/** What the cluster views call a data point. @returns undefined for one that they do not know. */
export function findContainerName(row: DataPointRow): ContainerName | undefined {
  if (row.value === null) return undefined
  const found = namesByMetric.get(row.name)?.find(({ isMeant }) => isMeant === undefined || isMeant(row))
  return found?.isCounter === true && row.temporality === 'delta' ? undefined : found
}
