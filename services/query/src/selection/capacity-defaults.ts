import type { ByResource } from './resources.js'

/** Capacity of one node: cores and bytes; undefined when unknown. */
export type NodeCapacity = Partial<ByResource<number>>

/** Capacity that operators state for the nodes of a cluster that do not report it, by cluster. */
export type CapacityDefaults = ReadonlyMap<string, NodeCapacity>
