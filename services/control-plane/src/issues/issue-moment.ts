import type { IssueRow } from './store/issues.js'

/** What happens to an issue that others may wait for. */
export type IssueMomentKind = 'issue_created' | 'issue_regressed' | 'issue_escalated'

/** Times are Unix milliseconds. */
export interface IssueMoment {
  kind: IssueMomentKind
  /** As it is afterwards. */
  issue: IssueRow
  /** When it happened: the same issue, kind and time is the same moment. */
  occurredAt: number
  /** Of the event that brought it about; those of its first event when left out. */
  release?: string
  environment?: string
  now: number
}
