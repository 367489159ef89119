/** What was to blame for an incident. */
export interface ExpectedCause {
  /** SHA of the commit; `none` when no commit was. */
  root_cause_commit: string
  first_failing_service: string
  blast_radius: readonly string[]
  remediation: string
  /** Deployed commits that had nothing to do with it. */
  decoy_deploy_commits: readonly string[]
  /** When it began, ISO 8601, where it is known. */
  onset?: string
  /** How it came about, for people. */
  notes?: string
}
