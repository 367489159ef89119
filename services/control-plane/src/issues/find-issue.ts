import { isUuid, ServiceError } from '@signalbox/contracts'
import type { IssueRow } from './store/issues.js'
import type { IssueStores } from './store/issue-stores.js'
import { findProjectsBySlug, readIssueName } from '../projects/project-slug.js'

/**
 * @param id Case-insensitive. The id of a merged issue resolves to the issue it was merged into.
 * @throws ServiceError `not-found`.
 */
export function requireIssue({ issues }: Pick<IssueStores, 'issues'>, organizationId: string, id: string): IssueRow {
  return issues.find(organizationId, id.toLowerCase()) ?? refuse(id)
}

/**
 * @param idOrName The id, as for `requireIssue`, or the short id, case-insensitive. If several project names have the
 * same short form, the oldest project with that issue number wins.
 * @returns undefined if the organization has no such issue.
 */
export function findNamedIssue(
  { issues, projects }: Pick<IssueStores, 'issues' | 'projects'>,
  organizationId: string,
  idOrName: string,
): IssueRow | undefined {
  if (isUuid(idOrName)) return issues.find(organizationId, idOrName.toLowerCase())
  const name = readIssueName(idOrName)
  if (name === undefined) return undefined
  for (const { id } of findProjectsBySlug(projects, organizationId, name.slug)) {
    const issue = issues.findByNumber(organizationId, id, name.number)
    if (issue !== undefined) return issue
  }
  return undefined
}

/** Like `findNamedIssue`. @throws ServiceError `not-found`. */
export function requireNamedIssue(
  store: Pick<IssueStores, 'issues' | 'projects'>,
  organizationId: string,
  idOrName: string,
): IssueRow {
  return findNamedIssue(store, organizationId, idOrName) ?? refuse(idOrName)
}

function refuse(id: string): never {
  throw new ServiceError('not-found', { detail: `No such issue: ${id}` })
}
