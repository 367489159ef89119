import type { Issue, IssueDetail } from '@signalbox/contracts'
import type { IssueRow } from '../store/issues.js'
import type { ControlPlaneStore } from '../store/store.js'

export function toIssue(row: IssueRow): Issue {
  return {
    id: row.id,
    project_id: row.project_id,
    title: row.title,
    culprit: row.culprit,
    level: row.level,
    platform: row.platform,
    first_seen_at: toTimestamp(row.first_seen_at),
    created_at: toTimestamp(row.created_at),
  }
}

/** An issue with its fingerprints and what was merged into it. */
export function readIssueDetail({ issues, issueFingerprints }: ControlPlaneStore, row: IssueRow): IssueDetail {
  return {
    ...toIssue(row),
    fingerprints: issueFingerprints.list(row.id).map((known) => ({
      fingerprint: known.fingerprint,
      original_issue_id: known.original_issue_id,
      first_seen_at: toTimestamp(known.first_seen_at),
    })),
    merged_issues: issues.listMerged(row.id).map(toIssue),
  }
}

function toTimestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}
