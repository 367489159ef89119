/**
 * Kubernetes versions whose responses differ in fields the agent reads. All fields were verified by strictly decoding
 * the shapes with the types of k8s.io/api and k8s.io/kubelet 0.25.16, 0.29.15 and 0.34.2.
 */
export const kubernetesVersions = ['1.25', '1.29', '1.34'] as const
export type KubernetesVersion = (typeof kubernetesVersions)[number]

/** A container of the stand-in's node. */
export interface ShapedContainer {
  name: string
  state: 'running' | 'crash loop' | 'image pull' | 'image signature' | 'done'
  restarts?: number
  /** Whether its last termination was an OOM kill. */
  isOomKilled?: boolean
  /** Quantities as the API writes them. */
  limits?: Readonly<Record<string, string>>
  requests?: Readonly<Record<string, string>>
  cores?: number
  /** Rate reported by the kubelet instead of the real one: 0 until it has measured twice. */
  toldNanoCores?: number
  workingSetBytes?: number
}

export interface ShapedPod {
  namespace: string
  name: string
  phase: 'Pending' | 'Running' | 'Succeeded' | 'Failed'
  annotations?: Readonly<Record<string, string>>
  ip?: string
  containers: readonly ShapedContainer[]
  /** A container that starts before the others and keeps running; an ordinary one before version 1.29. */
  sidecar?: ShapedContainer
  /** A container that the others wait for; finished by default. */
  init?: ShapedContainer
  /** Whether it uses the node's network. */
  hostNetwork?: boolean
  rxBytes?: number
  txBytes?: number
}

const nanoseconds = 1e9
const iso = (ms: number) => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z')
const uidOf = ({ namespace, name }: ShapedPod) => `uid-${namespace}-${name}`

const hasSidecars = (version: KubernetesVersion) => version !== '1.25'

function containersOf(pod: ShapedPod): ShapedContainer[] {
  return [...pod.containers, ...(pod.sidecar ? [pod.sidecar] : [])]
}

/** Pressure metrics of newer kubelets: how long processes waited for a resource. */
function pressureOf(version: KubernetesVersion) {
  const stall = { total: 1_000, avg10: 0.1, avg60: 0.1, avg300: 0 }
  return version === '1.34' ? { psi: { full: stall, some: stall } } : {}
}

function shapeStats(container: ShapedContainer, version: KubernetesVersion, at: number) {
  const { name, cores = 0.1, toldNanoCores, workingSetBytes = 50_000_000 } = container
  const time = iso(at)
  const base = { name, startTime: iso(at - 3_600_000) }
  // A stopped container has neither CPU time nor memory, or 0 if the runtime lists it without them.
  if (container.state !== 'running') {
    const none = { cpu: { time, usageNanoCores: 0, usageCoreNanoSeconds: 0 }, memory: { time, workingSetBytes: 0 } }
    const files = { rootfs: { time, usedBytes: 4_096 }, logs: { time, usedBytes: 4_096 } }
    return { ...base, ...(version === '1.29' && none), ...files }
  }
  return {
    ...base,
    cpu: {
      time,
      ...pressureOf(version),
      usageNanoCores: toldNanoCores ?? Math.round(cores * nanoseconds),
      usageCoreNanoSeconds: Math.round(cores * (at / 1_000) * nanoseconds),
    },
    memory: {
      time,
      ...pressureOf(version),
      usageBytes: workingSetBytes * 2,
      workingSetBytes,
      rssBytes: Math.round(workingSetBytes / 2),
      pageFaults: 1_000,
      majorPageFaults: 3,
    },
    ...(version !== '1.25' && { swap: { time, swapUsageBytes: 0 } }),
    rootfs: { time, availableBytes: 1e10, capacityBytes: 1e11, usedBytes: 8_192 },
    logs: { time, availableBytes: 1e10, capacityBytes: 1e11, usedBytes: 8_192 },
  }
}

/** Counters of one interface. The kubelet's own are eth0's, and missing without one. */
function shapeNetwork(time: string, name: string, counters: object, others: readonly object[] = []) {
  return {
    time,
    ...(name === 'eth0' ? { name, ...counters } : { name: '' }),
    interfaces: [...others, { name, ...counters }],
  }
}

/** Input of the summary. */
export interface ShapedNode {
  node: string
  pods: readonly ShapedPod[]
  version: KubernetesVersion
  /** Unix milliseconds. */
  at: number
  networkCard: string
  /** An interface that repeats the card's traffic, such as a bridge. */
  repeatedBy: string
}

/** The kubelet's `/stats/summary`. */
export function shapeSummary({ node, pods, version, at, networkCard, repeatedBy }: ShapedNode) {
  const time = iso(at)
  const repeated = { name: repeatedBy, rxBytes: 6_000_000, rxErrors: 0, txBytes: 8_000_000, txErrors: 0 }
  const counters = { rxBytes: 7_000_000, rxErrors: 0, txBytes: 9_000_000, txErrors: 0 }
  const network = shapeNetwork(time, networkCard, counters, [repeated])
  return {
    node: {
      nodeName: node,
      systemContainers: [{ name: 'kubelet', startTime: time, cpu: { time, usageNanoCores: 5e7 } }],
      startTime: iso(at - 86_400_000),
      cpu: { time, ...pressureOf(version), usageNanoCores: 1_250_000_000, usageCoreNanoSeconds: 9e15 },
      memory: { time, availableBytes: 8e9, usageBytes: 9e9, workingSetBytes: 8_500_000_000, rssBytes: 6e9 },
      ...(version !== '1.25' && { swap: { time, swapAvailableBytes: 0, swapUsageBytes: 0 } }),
      network,
      fs: { time, availableBytes: 6e10, capacityBytes: 1e11, usedBytes: 4e10, inodesFree: 1e6 },
      ...(version === '1.34' && { io: { time, ...pressureOf(version) } }),
    },
    pods: pods
      .filter(({ phase }) => phase === 'Running')
      .map((pod) => ({
        podRef: { name: pod.name, namespace: pod.namespace, uid: uidOf(pod) },
        startTime: iso(at - 3_600_000),
        containers: containersOf(pod).map((container) => shapeStats(container, version, at)),
        cpu: { time, usageNanoCores: 1e8, usageCoreNanoSeconds: 1e15 },
        memory: { time, workingSetBytes: 1e8 },
        network: pod.hostNetwork ? network : shapeNetwork(time, 'eth0', countersOf(pod)),
        process_stats: { process_count: 3 },
      })),
  }
}

const countersOf = ({ rxBytes = 1_000, txBytes = 2_000 }: ShapedPod) => ({ rxBytes, rxErrors: 2, txBytes, txErrors: 1 })

const terminated = (reason: string, exitCode: number, at: number) => ({
  terminated: {
    exitCode,
    reason,
    startedAt: iso(at - 60_000),
    finishedAt: iso(at - 10_000),
    containerID: `containerd://${'ab'.repeat(32)}`,
  },
})

const states: Record<ShapedContainer['state'], (at: number) => object> = {
  running: (at) => ({ running: { startedAt: iso(at - 3_600_000) } }),
  'crash loop': () => ({
    waiting: { reason: 'CrashLoopBackOff', message: 'back-off 5m0s restarting failed container' },
  }),
  'image pull': () => ({ waiting: { reason: 'ImagePullBackOff', message: 'Back-off pulling image' } }),
  'image signature': () => ({ waiting: { reason: 'SignatureValidationFailed', message: 'image pull failed' } }),
  done: (at) => terminated('Completed', 0, at),
}

function shapeStatus(container: ShapedContainer, version: KubernetesVersion, at: number) {
  const { name, state, restarts = 0, isOomKilled = false, limits, requests } = container
  const ended = isOomKilled ? terminated('OOMKilled', 137, at) : terminated('Error', 1, at)
  return {
    name,
    state: states[state](at),
    lastState: restarts > 0 ? ended : {},
    ready: state === 'running',
    restartCount: restarts,
    image: `registry.example.com/${name}:1`,
    imageID: '',
    started: state === 'running',
    // Because containers can be resized while running, the status reports their resources.
    ...(version === '1.34' && limits && { allocatedResources: requests ?? limits, resources: { limits, requests } }),
  }
}

/**
 * A pod object of the API server.
 * @param at Unix milliseconds.
 */
export function shapePod(pod: ShapedPod, node: string, version: KubernetesVersion, at: number) {
  const { namespace, name, phase, annotations, ip, sidecar, hostNetwork } = pod
  const isInit = sidecar !== undefined && hasSidecars(version)
  const own = isInit ? pod.containers : containersOf(pod)
  const specify = ({ name: containerName, limits, requests }: ShapedContainer) => ({
    name: containerName,
    image: `registry.example.com/${containerName}:1`,
    ports: [{ containerPort: 8_080, protocol: 'TCP' }],
    resources: { ...(limits && { limits }), ...(requests && { requests }) },
  })
  const setup: ShapedContainer = pod.init ?? { name: 'set-up', state: 'done' }
  const inits = [specify(setup), ...(isInit ? [{ ...specify(sidecar), restartPolicy: 'Always' }] : [])]
  return {
    metadata: { name, namespace, uid: uidOf(pod), ...(annotations && { annotations }), resourceVersion: '12345' },
    spec: {
      nodeName: node,
      initContainers: inits,
      containers: own.map(specify),
      restartPolicy: 'Always',
      ...(hostNetwork && { hostNetwork }),
    },
    status: {
      phase,
      ...(version === '1.34' && { observedGeneration: 1 }),
      conditions: [
        { type: 'Initialized', status: 'True' },
        { type: 'Ready', status: own.every(({ state }) => state === 'running') ? 'True' : 'False' },
      ],
      hostIP: '10.0.0.1',
      ...(ip !== undefined && { podIP: ip, podIPs: [{ ip }] }),
      initContainerStatuses: [setup, ...(isInit ? [sidecar] : [])].map((one) => shapeStatus(one, version, at)),
      containerStatuses: own.map((container) => shapeStatus(container, version, at)),
      qosClass: 'Burstable',
    },
  }
}

/** The API server's node object: 4 cores, slightly less than 16 GB. */
export function shapeNode(node: string, version: KubernetesVersion) {
  return {
    kind: 'Node',
    apiVersion: 'v1',
    metadata: { name: node, uid: `uid-${node}` },
    status: {
      capacity: {
        cpu: '4',
        'ephemeral-storage': '98831908Ki',
        memory: '16384256Ki',
        pods: '110',
        'hugepages-2Mi': '0',
      },
      allocatable: { cpu: '3920m', 'ephemeral-storage': '91083486262', memory: '15Gi', pods: '110' },
      conditions: [
        { type: 'MemoryPressure', status: 'False', reason: 'KubeletHasSufficientMemory' },
        { type: 'DiskPressure', status: 'True', reason: 'KubeletHasDiskPressure' },
        { type: 'PIDPressure', status: 'Unknown', reason: 'NodeStatusUnknown' },
        { type: 'Ready', status: 'True', reason: 'KubeletReady' },
      ],
      nodeInfo: { kubeletVersion: `v${version}.0`, ...(version === '1.34' && { swap: { capacity: 0 } }) },
    },
  }
}

/** APIs for recording events: the kubelet and most controllers use the first, the scheduler the second. */
export const eventApis = ['v1', 'events.k8s.io/v1'] as const

/**
 * A Warning event as returned by the core API, recorded with either API.
 * @param times Unix milliseconds.
 */
export function shapeEvent(options: {
  uid: string
  about: { kind: string; namespace: string; name: string }
  count: number
  api: (typeof eventApis)[number]
  firstAt: number
  lastAt: number
  /** When it was written; at its last occurrence by default. */
  createdAt?: number
}) {
  const { uid, about, count, api, firstAt, lastAt, createdAt = lastAt } = options
  return {
    metadata: { name: `event-${uid}`, namespace: about.namespace, uid, creationTimestamp: iso(createdAt) },
    involvedObject: about,
    type: 'Warning',
    reason: 'BackOff',
    message: 'Back-off restarting failed container',
    ...(api === 'events.k8s.io/v1'
      ? {
          eventTime: iso(firstAt).replace('Z', '.000000Z'),
          firstTimestamp: null,
          lastTimestamp: null,
          ...(count > 1 && { series: { count, lastObservedTime: iso(lastAt).replace('Z', '.000000Z') } }),
        }
      : { eventTime: null, firstTimestamp: iso(firstAt), lastTimestamp: iso(lastAt), count }),
  }
}
