import type { CommitLine } from '../incident.js'
import type { Story } from '../story.js'

/** A commit that breaks production, and its symptoms. */
export interface Fault {
  name: string
  commit: Pick<CommitLine, 'message' | 'files_changed' | 'diff'>
  /** The alerting metric of the failing service. */
  alert: { metric: string; observed: number; threshold: number; summary: string }
  remediation: 'rollback' | 'config-revert'
  /** Error ratio and slowdown of the failing service's requests from the onset on. */
  suffering: { errors?: number; slower?: number }
  /** Adds the fault's own metrics and log lines. `live` is the minute in which it went live. */
  show(story: Story, live: number): void
}

export type WriteFault = (story: Story) => Fault
