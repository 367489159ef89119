import type { IssueDirectory, IssueReference } from '@signalbox/service-kit'
import type { IssueStores } from './store/issue-stores.js'
import { findNamedIssue } from './find-issue.js'

/** Fingerprints per query. */
const chunkLength = 500

/** Looks up issues in the database; rejects if the database fails. */
export function createIssueDirectory(store: IssueStores): IssueDirectory {
  return {
    findIssue: (organizationId, issueId) =>
      new Promise((resolve) => {
        resolve(findIssue(store, organizationId, issueId))
      }),
    findIssues: (organizationId, issueIds) =>
      new Promise((resolve) => {
        const found = issueIds.map((id) => [id, findIssue(store, organizationId, id)] as const)
        resolve(new Map(found.flatMap(([id, issue]) => (issue === undefined ? [] : [[id, issue] as const]))))
      }),
    findIssueIds: (organizationId, fingerprints) =>
      new Promise((resolve) => {
        resolve(findIssueIds(store, organizationId, fingerprints))
      }),
  }
}

function findIssue(store: IssueStores, organizationId: string, idOrName: string): IssueReference | undefined {
  const row = findNamedIssue(store, organizationId, idOrName)
  if (row === undefined) return undefined
  return {
    id: row.id,
    projectId: row.project_id,
    title: row.title,
    culprit: row.culprit,
    level: row.level,
    firstSeenAt: row.first_seen_at,
    fingerprints: store.issueFingerprints.list(row.id).map(({ fingerprint }) => fingerprint),
  }
}

function findIssueIds(
  { issueFingerprints }: IssueStores,
  organizationId: string,
  fingerprints: readonly { projectId: string; fingerprint: string }[],
): Map<string, string> {
  const issueIds = new Map<string, string>()
  for (let start = 0; start < fingerprints.length; start += chunkLength) {
    const chunk = fingerprints.slice(start, start + chunkLength)
    for (const known of issueFingerprints.findAll(organizationId, chunk)) {
      issueIds.set(`${known.project_id}:${known.fingerprint}`, known.issue_id)
    }
  }
  return issueIds
}
