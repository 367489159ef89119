import type { DataPointRow } from '@signalbox/telemetry-store/rows'

/** Maps an OpenTelemetry metric to a sample name that the cluster views know. */
export interface ContainerName {
  /** Name in the cluster views. */
  name: string
  /** True for cumulative counters. Points with delta temporality are not mapped and keep their own name. */
  isCounter?: true
  /** Converts the value to the unit of the name. */
  factor?: number
  /** What the sample describes: `pod` leaves the container empty, `node` also the pod and the namespace. */
  scope: 'container' | 'pod' | 'node'
  /** Selects points by their attributes. Default: every point. */
  isMeant?: (row: DataPointRow) => boolean
  /** Stores the point under its own name as well. */
  keepsOwnName?: true
}

const isOfKubernetes = ({ resource }: DataPointRow) => resource['k8s.pod.name'] !== undefined
// Receivers and semantic conventions name the same attributes differently.
const isDefaultInterface = ({ attributes }: DataPointRow) =>
  (attributes['interface'] ?? attributes['network.interface.name'] ?? 'eth0') === 'eth0'
const isNetwork = (direction: string) => (row: DataPointRow) =>
  isDefaultInterface(row) && (row.attributes['direction'] ?? row.attributes['network.io.direction']) === direction
const withAttribute = (name: string, value: string) => (row: DataPointRow) => row.attributes[name] === value
const hasReason = (...reasons: string[]) => {
  return ({ attributes }: DataPointRow) => reasons.includes(attributes['k8s.container.status.reason'] ?? '')
}
const isTrue = (type: string) => (row: DataPointRow) =>
  row.attributes['k8s.node.condition.type'] === type && row.attributes['k8s.node.condition.status'] === 'condition_true'

/** Limits and requests, by the receiver's names and both generations of the semantic conventions. */
const limitNames = (resource: 'cpu' | 'memory', unit: 'cores' | 'bytes'): [string, ContainerName][] =>
  (['limit', 'request'] as const).flatMap((bound) =>
    [`${resource}_${bound}`, `${resource}.${bound}`, `${resource}.${bound}.desired`].map(
      (name): [string, ContainerName] => [
        `k8s.container.${name}`,
        { name: `container_${resource}_${bound}_${unit}`, scope: 'container' },
      ],
    ),
  )

const pairs: [string, ContainerName][] = [
  ['container.cpu.usage', { name: 'cpu_usage_cores', scope: 'container' }],
  // Under this older name the kubelet receiver sends cores, but the Docker receiver percent.
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
  // The cluster views count a pod's own usage only while none of its containers send any.
  ['k8s.pod.cpu.usage', { name: 'cpu_usage_cores', scope: 'pod', keepsOwnName: true }],
  ['k8s.pod.cpu.utilization', { name: 'cpu_usage_cores', scope: 'pod', keepsOwnName: true }],
  ['k8s.pod.cpu.time', { name: 'cpu_usage_seconds_total', isCounter: true, scope: 'pod', keepsOwnName: true }],
  ['k8s.pod.memory.working_set', { name: 'memory_usage_bytes', scope: 'pod', keepsOwnName: true }],
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
  ['k8s.node.condition_pid_pressure', { name: 'node_pid_pressure', scope: 'node' }],
  ['container.cpu.logical.count', { name: 'node_cpu_capacity_cores', scope: 'node' }],
  ['system.cpu.logical.count', { name: 'node_cpu_capacity_cores', scope: 'node' }],
  ['system.memory.limit', { name: 'node_memory_capacity_bytes', scope: 'node' }],
]

const oneOfMany: Readonly<Record<string, readonly ContainerName[]>> = {
  'k8s.pod.network.io': [
    { name: 'network_rx_bytes', isCounter: true, scope: 'pod', isMeant: isNetwork('receive') },
    { name: 'network_tx_bytes', isCounter: true, scope: 'pod', isMeant: isNetwork('transmit') },
  ],
  'k8s.container.status.reason': [
    { name: 'container_waiting_crashloop', scope: 'container', isMeant: hasReason('CrashLoopBackOff') },
    {
      name: 'container_waiting_image_pull',
      scope: 'container',
      isMeant: hasReason('ImagePullBackOff', 'ErrImagePull'),
    },
  ],
  'k8s.node.condition': [
    { name: 'node_ready', scope: 'node', isMeant: withAttribute('condition', 'Ready') },
    { name: 'node_memory_pressure', scope: 'node', isMeant: withAttribute('condition', 'MemoryPressure') },
    { name: 'node_disk_pressure', scope: 'node', isMeant: withAttribute('condition', 'DiskPressure') },
    { name: 'node_pid_pressure', scope: 'node', isMeant: withAttribute('condition', 'PIDPressure') },
  ],
  'k8s.node.condition.status': [
    { name: 'node_ready', scope: 'node', isMeant: isTrue('Ready') },
    { name: 'node_memory_pressure', scope: 'node', isMeant: isTrue('MemoryPressure') },
    { name: 'node_disk_pressure', scope: 'node', isMeant: isTrue('DiskPressure') },
    { name: 'node_pid_pressure', scope: 'node', isMeant: isTrue('PIDPressure') },
  ],
}

const namesByMetric: ReadonlyMap<string, readonly ContainerName[]> = new Map([
  ...pairs.map(([metric, name]) => [metric, [name]] as const),
  ...Object.entries(oneOfMany),
])

/** Returns the cluster views' name for a data point, or undefined for one that they do not know. */
export function findContainerName(row: DataPointRow): ContainerName | undefined {
  if (row.value === null) return undefined
  const found = namesByMetric.get(row.name)?.find(({ isMeant }) => isMeant === undefined || isMeant(row))
  return found?.isCounter === true && row.temporality === 'delta' ? undefined : found
}
