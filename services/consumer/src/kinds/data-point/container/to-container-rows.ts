import { limits } from '@signalbox/contracts'
import type { Metric } from '@signalbox/otlp'
import { cleanText } from '@signalbox/sentry-events'
import type { DataPointRow } from '@signalbox/telemetry-store/rows'
import type { RowSet } from '../../../batch/row-set.js'
import { toSampleRows, type SampleLabels } from '../../metric/process-metric-item.js'
import { findContainerName, type ContainerName } from './container-names.js'
import { deriveHostSamples } from './host-samples.js'

/** The first value of each metric in a group, for samples derived from two metrics. */
export type Siblings = ReadonlyMap<string, number>

/** Of a metric that is the only one of its group. */
export const noSiblings: Siblings = new Map()

/** Reads the siblings of a group of metrics. */
export function readSiblings(metrics: readonly (Metric | undefined)[]): Siblings {
  const values = new Map<string, number>()
  for (const metric of metrics) {
    const [point] = metric?.points ?? []
    if (metric !== undefined && point?.type === 'number' && point.value !== undefined)
      values.set(metric.name, point.value)
  }
  return values
}

const unnamedCluster = 'default'
const [workingSet, available] = ['k8s.node.memory.working_set', 'k8s.node.memory.available']

/**
 * Returns the sample rows of a data point known to the cluster views.
 * @returns undefined for an unknown point, or one that doesn't name its container, pod or node.
 */
export function toContainerRows(row: DataPointRow, siblings: Siblings): RowSet | undefined {
  const found = findContainerName(row)
  if (found === undefined || row.value === null) return undefined
  // Includes reclaimable cache, so it counts only if the working set isn't sent.
  if (row.name === 'container.memory.usage' && siblings.has('container.memory.working_set')) return undefined
  const labels = readLabels(row, found.scope)
  if (labels === undefined) return undefined
  const values: [string, number][] = [[found.name, row.value * (found.factor ?? 1)]]
  const free = row.name === workingSet ? siblings.get(available) : undefined
  if (free !== undefined) values.push(['node_memory_capacity_bytes', row.value + free])
  return { ...toSampleRows(labels, values), ...(found.keepsOwnName && { data_points: [row] }) }
}

/**
 * Returns the sample rows of the machine that a complete metric describes.
 * @param row Row of one of its points, for the labels.
 * @returns undefined if there are none.
 */
export function toHostRows(metric: Metric, row: DataPointRow): RowSet | undefined {
  const samples = deriveHostSamples(metric)
  const labels = samples.length === 0 ? undefined : readLabels(row, 'node')
  return labels && toSampleRows(labels, samples)
}

/**
 * Reads the labels of a sample.
 * @returns undefined if no attribute names the subject of the sample.
 */
function readLabels(row: DataPointRow, scope: ContainerName['scope']): SampleLabels | undefined {
  const label = (...names: string[]) => {
    const found = names.map((name) => row.resource[name]).find((value) => value !== undefined && value !== '')
    return cleanText(found ?? '', limits.metric.labelLengthMax)
  }
  const node = label('k8s.node.name', 'host.name')
  const pod = label('k8s.pod.name', 'container.name')
  if ((scope === 'node' ? node : pod) === '') return undefined
  const isKubernetes = label('k8s.pod.name') !== ''
  return {
    organization_id: row.organization_id,
    timestamp: Math.floor(row.timestamp / 1_000),
    cluster: label('k8s.cluster.name', 'k8s.cluster.uid') || unnamedCluster,
    namespace: scope === 'node' ? '' : label('k8s.namespace.name') || (isKubernetes ? '' : 'docker'),
    pod: scope === 'node' ? '' : pod,
    container: scope === 'container' ? label('k8s.container.name', 'container.name') : '',
    node,
  }
}
