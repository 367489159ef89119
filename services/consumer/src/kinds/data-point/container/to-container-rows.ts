import { limits } from '@signalbox/contracts'
import type { Metric } from '@signalbox/otlp'
import { cleanText } from '@signalbox/sentry-events'
import type { DataPointRow } from '@signalbox/telemetry-store/rows'
import type { RowSet } from '../../../batch/row-set.js'
import { toSampleRows, type SampleLabels } from '../../metric/process-metric-item.js'
import { findContainerName, type ContainerName } from './container-names.js'

/** The first value of each metric of a group: what some samples are worked out with. */
export type Siblings = ReadonlyMap<string, number>

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
 * The rows of a data point that the cluster views know.
 * @returns undefined for one that they do not know, or that does not say what it is a sample of.
 */
export function toContainerRows(row: DataPointRow, siblings: Siblings): RowSet | undefined {
  const found = findContainerName(row)
  if (found === undefined || row.value === null) return undefined
  // What a container uses includes what could be taken from it: only without the better number.
  if (row.name === 'container.memory.usage' && siblings.has('container.memory.working_set')) return undefined
  const labels = readLabels(row, found.scope)
  if (labels === undefined) return undefined
  const values: [string, number][] = [[found.name, row.value * (found.factor ?? 1)]]
  const free = row.name === workingSet ? siblings.get(available) : undefined
  if (free !== undefined) values.push(['node_memory_capacity_bytes', row.value + free])
  return toSampleRows(labels, values)
}

/** @returns undefined when nothing names what the sample is of. */
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
