/** What a sample is about: a container, a pod (no container), a node (node only) or the cluster (all empty). */
export interface SampleLabels {
  /** Empty for what belongs to no node. */
  node: string
  namespace: string
  pod: string
  container: string
}

/** Values of one thing at one moment, under the names of `services/cluster-agent/README.md`. */
export interface Sample extends SampleLabels {
  /** Unix milliseconds when it is not the moment of the collection. */
  at?: number
  metrics: Readonly<Record<string, number>>
}

/** Values as sources have them: what is absent was not measured, and is left out rather than sent as 0. */
export type MeasuredValues = Readonly<Record<string, number | undefined>>

/** The values that are finite numbers. */
export function keepFinite(values: MeasuredValues): Record<string, number> {
  const kept: Record<string, number> = {}
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && Number.isFinite(value)) kept[name] = value
  }
  return kept
}

/** 1 for true, 0 for false; undefined stays what it is. */
export function toFlag(value: boolean | undefined): number | undefined {
  return value === undefined ? undefined : Number(value)
}
