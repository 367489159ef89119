import { type Issue, type IssueDetail, toTimestamp } from '@signalbox/contracts'
import type { IssueRow } from './store/issues.js'
import type { IssueStores } from './store/issue-stores.js'
import { toSlug } from '../identity/organization-slug.js'

/** Stores that provide the names shown with an issue. */
export type IssueNames = Pick<IssueStores, 'projects' | 'members'>

export function toIssue({ projects, members }: IssueNames, row: IssueRow): Issue {
  const project = projects.findById(row.organization_id, row.project_id)
  const assignee = row.assignee_id === null ? undefined : members.find(row.organization_id, row.assignee_id)
  return {
    id: row.id,
    short_id: `${toSlug(project?.name ?? '')}-${row.number}`,
    project_id: row.project_id,
    title: row.title,
    culprit: row.culprit,
    level: row.level,
    platform: row.platform,
    status: row.status,
    reason: row.reason,
    status_changed_at: toTimestamp(row.status_changed_at),
    resolved_release: row.resolved_release,
    archived_until: row.archived_until === null ? null : toTimestamp(row.archived_until),
    archived_events: row.archived_events,
    assignee: assignee === undefined ? null : { id: assignee.id, name: assignee.name || assignee.email },
    first_release: row.first_release,
    first_environment: row.first_environment,
    first_seen_at: toTimestamp(row.first_seen_at),
    created_at: toTimestamp(row.created_at),
  }
}

/** Returns an issue with its fingerprints and the issues merged into it. */
export function readIssueDetail(store: IssueStores, row: IssueRow): IssueDetail {
  const { issues, issueFingerprints } = store
  return {
    ...toIssue(store, row),
    fingerprints: issueFingerprints.list(row.id).map((known) => ({
      fingerprint: known.fingerprint,
      original_issue_id: known.original_issue_id,
      first_seen_at: toTimestamp(known.first_seen_at),
    })),
    merged_issues: issues.listMerged(row.id).map((merged) => toIssue(store, merged)),
  }
}
