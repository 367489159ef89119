import type { AppMetricList, DataPointMetric } from '@signalbox/contracts'

/** A metric of any source. */
export interface ListedMetric {
  /** Unique: a name may have several types and units. */
  key: string
  name: string
  type: string
  unit: string
  lastSeen: string
}

/** Merges data points and application metrics into one list, by name. */
export function listMetrics(
  points: readonly DataPointMetric[],
  apps: AppMetricList['metrics'],
): readonly ListedMetric[] {
  const all = [
    ...points.map(({ name, kind, unit, last_seen }) => toListed(name, kind.replaceAll('_', ' '), unit, last_seen)),
    ...apps.map(({ name, type, unit, last_seen }) => toListed(name, type, unit, last_seen)),
  ]
  return all.toSorted((left, right) => (left.key < right.key ? -1 : 1))
}

function toListed(name: string, type: string, unit: string, lastSeen: string): ListedMetric {
  return { key: JSON.stringify([name, type, unit]), name, type, unit, lastSeen }
}
