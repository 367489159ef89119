/** What a sample describes: a container, a pod (no container), a node (node only) or the cluster (all empty). */
export interface SampleLabels {
  /** Empty if it belongs to no node. */
  node: string
  namespace: string
  pod: string
  container: string
}

/** Values of one object at one time, named as in `services/cluster-agent/README.md`. */
export interface Sample extends SampleLabels {
  /** Unix milliseconds, if not the time of the collection. */
  at?: number
  metrics: Readonly<Record<string, number>>
}

/** Values from sources: absent ones were not measured and are omitted rather than sent as 0. */
export type MeasuredValues = Readonly<Record<string, number | undefined>>

/** The values that are finite numbers. */
export function keepFinite(values: MeasuredValues): Record<string, number> {
  const kept: Record<string, number> = {}
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && Number.isFinite(value)) kept[name] = value
  }
  return kept
}

/** 1 for true, 0 for false; undefined stays undefined. */
export function toFlag(value: boolean | undefined): number | undefined {
  return value === undefined ? undefined : Number(value)
}
