/** The cause of an incident. */
export interface ExpectedCause {
  /** SHA of the commit; `none` if no commit is to blame. */
  root_cause_commit: string
  first_failing_service: string
  blast_radius: readonly string[]
  remediation: string
  /** Innocent deployed commits. */
  decoy_deploy_commits: readonly string[]
  /** Onset, ISO 8601, if known. */
  onset?: string
  /** What happened, for people. */
  notes?: string
}
