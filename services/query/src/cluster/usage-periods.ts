import type { ByResource } from '../selection/resources.js'

/** Cores or bytes over the minutes of a window. */
export interface UsageRange {
  avg: number
  min: number
  max: number
  /** The minute of peak usage, Unix milliseconds. */
  maxAtMs: number
}

/** Usage of a node or pod within a period. */
export interface UsagePeriod {
  /** Start of the period, Unix milliseconds. */
  startMs: number
  /** The same for all periods of a node or pod: computing it each time would take longer than adding them up. */
  key: string
}

export interface OfNode {
  cluster: string
  /** Empty: containers that didn't report their node. */
  node: string
}

/** Usage of a resource within a period. */
export interface UsageSum extends Omit<UsageRange, 'avg'> {
  /** Minutes with samples, and the sum over these. */
  minutes: number
  sum: number
}

/** Usage of a node within a period; null for resources without samples. */
export interface NodePeriod extends ByResource<UsageSum | null>, OfNode, UsagePeriod {}

/** A pod's usage of a resource while it ran on one node: cores or bytes, the sum of its containers per minute. */
export interface PodUsage {
  cluster: string
  node: string
  namespace: string
  pod: string
  /** Minutes with samples. */
  minutes: number
  /** Sum over these minutes. */
  sum: number
  max: number
}

/** A pod's usage within a period. */
export interface PodPeriod extends PodUsage, UsagePeriod {}
