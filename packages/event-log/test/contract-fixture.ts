import type { EventLog } from '../src/index.js'

export interface LogLimits {
  diskBytesMax?: number
  deadLetterBytesMax?: number
  pendingBytesMax?: number
}

/** One empty log and its later lives on the same storage. */
export interface LogFixture {
  open(limits?: LogLimits): Promise<EventLog>
  /** What the next `open` finds is what a killed process leaves. Left out where that cannot be had in one process. */
  crash?: (log: EventLog) => Promise<void>
  remove(): Promise<void>
}

export interface LogTraits {
  /** True when the storage has a budget of its own, so that `full` can happen. */
  hasDiskBudget: boolean
  /** True when all records of one call become visible together. */
  hasAtomicAppends: boolean
  /** True when the fixture has `crash`. */
  canCrash: boolean
}

export type OpenLog = (limits?: LogLimits) => Promise<EventLog>
