import type { Attributes, Metric } from '@signalbox/otlp'

/** Names and values of node samples. */
export type HostSamples = [name: string, value: number][]

/** A point of a per-state metric of the machine. */
interface StatePoint {
  state: string
  /** Number of the processor; empty for memory, and for all processors together. */
  cpu: string
  value: number
}

/** CPU states that count as idle. */
const idleStates: ReadonlySet<string> = new Set(['idle', 'wait', 'iowait'])

/** CPU states that every operating system reports. */
const commonStates = ['user', 'system', 'idle']

/** Kernel memory states that are already included in other states. */
const overlappingStates: ReadonlySet<string> = new Set(['slab_reclaimable', 'slab_unreclaimable'])

const derived: ReadonlyMap<string, (points: readonly StatePoint[]) => HostSamples> = new Map([
  ['system.cpu.time', processorSamples],
  ['system.memory.usage', memorySamples],
])

/**
 * Derives a node's samples from the per-state metrics of the collector's hostmetrics receiver. A sample needs all
 * points of the metric, so it belongs to the metric, not to one of its points.
 * @returns An empty list for other metrics, deltas and incomplete ones.
 */
export function deriveHostSamples(metric: Metric): HostSamples {
  const derive = derived.get(metric.name)
  return derive === undefined || metric.temporality === 1 ? [] : derive(metric.points.flatMap(toStatePoint))
}

function toStatePoint(point: Metric['points'][number]): StatePoint[] {
  if (point?.type !== 'number' || point.value === undefined || !Number.isFinite(point.value)) return []
  const { attributes, value } = point
  const state = textOf(attributes, 'state', 'cpu.mode', 'system.memory.state')
  const cpu = textOf(attributes, 'cpu', 'cpu.logical_number')
  return [{ state, cpu: cpu.replace(/^cpu/, ''), value }]
}

/** The first attribute that a point has, among its names in the receiver and in the semantic conventions. */
function textOf(attributes: Attributes, ...names: string[]): string {
  const found = names.map((name) => attributes.find(([key]) => key === name)?.[1]).find((value) => value !== undefined)
  return typeof found === 'string' || typeof found === 'number' ? String(found) : ''
}

function processorSamples(points: readonly StatePoint[]): HostSamples {
  const cpus = new Set(points.map(({ cpu }) => cpu))
  const states = new Set(points.map(({ state }) => state))
  // A request may contain only some of the points. A sum over them would look like a restarted counter.
  const isComplete = commonStates.every((state) => states.has(state)) && points.length === cpus.size * states.size
  // Newer receivers add up the processors, and count them in `system.cpu.logical.count`.
  const isTotal = cpus.size === 1 && cpus.has('')
  if (!isComplete || (!isTotal && !cpus.has('0'))) return []
  const busy = points.filter(({ state }) => !idleStates.has(state)).reduce((sum, { value }) => sum + value, 0)
  const usage: HostSamples = [['cpu_usage_seconds_total', busy]]
  return isTotal ? usage : [...usage, ['node_cpu_capacity_cores', cpus.size]]
}

function memorySamples(points: readonly StatePoint[]): HostSamples {
  const used = points.find(({ state }) => state === 'used')
  const isComplete = used !== undefined && points.some(({ state }) => state === 'free')
  if (!isComplete) return []
  const parts = points.filter(({ state }) => !overlappingStates.has(state))
  return [
    ['node_memory_working_set_bytes', used.value],
    ['node_memory_capacity_bytes', parts.reduce((sum, { value }) => sum + value, 0)],
  ]
}
