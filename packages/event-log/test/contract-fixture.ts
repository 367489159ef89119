import type { EventLog } from '../src/index.js'

export interface LogLimits {
  diskBytesMax?: number
  deadLetterBytesMax?: number
  pendingBytesMax?: number
}

/** An empty log that can be reopened on the same storage. */
export interface LogFixture {
  open(limits?: LogLimits): Promise<EventLog>
  /** The next `open` finds the storage of a killed process. Missing if that is impossible in one process. */
  crash?: (log: EventLog) => Promise<void>
  remove(): Promise<void>
}

export interface LogTraits {
  /** True if the storage has its own budget, so that `full` can happen. */
  hasDiskBudget: boolean
  /** True if all records of one call become visible together. */
  hasAtomicAppends: boolean
  /** True if the fixture has `crash`. */
  canCrash: boolean
}

export type OpenLog = (limits?: LogLimits) => Promise<EventLog>
