import type { CommitLine } from '../incident.js'
import type { Story } from '../story.js'

/** A commit that breaks production, and how that shows. */
export interface Fault {
  name: string
  commit: Pick<CommitLine, 'message' | 'files_changed' | 'diff'>
  /** What is paged about: a metric of the failing service. */
  alert: { metric: string; observed: number; threshold: number; summary: string }
  remediation: 'rollback' | 'config-revert'
  /** Ratio of failing requests, and how much slower they are, in the failing service from onset on. */
  suffering: { errors?: number; slower?: number }
  /** Adds the metrics and log lines that are its own. `live` is the minute in which it went live. */
  show(story: Story, live: number): void
}

export type WriteFault = (story: Story) => Fault
