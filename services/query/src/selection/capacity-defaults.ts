import type { ByResource } from './resources.js'

/** Capacity of one node: cores and bytes; undefined if unknown. */
export type NodeCapacity = Partial<ByResource<number>>

/** Capacity set by the operator for nodes that don't report it, by cluster. */
export type CapacityDefaults = ReadonlyMap<string, NodeCapacity>
