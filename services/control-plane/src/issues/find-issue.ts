import { isUuid, ServiceError } from '@signalbox/contracts'
import type { IssueRow } from './store/issues.js'
import type { IssueStores } from './store/issue-stores.js'
import { findProjectsBySlug, readIssueName } from '../projects/project-slug.js'

/** @param id In any case. A merged issue's id finds the issue it became part of. @throws ServiceError `not-found`. */
export function requireIssue({ issues }: Pick<IssueStores, 'issues'>, organizationId: string, id: string): IssueRow {
  return issues.find(organizationId, id.toLowerCase()) ?? refuse(id)
}

/**
 * @param idOrName Its id, as `requireIssue` reads it, or its short id in any case: of projects whose names read alike the
 *   oldest is meant that has such a number.
 * @returns undefined when the organization has no such issue.
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

/** As `findNamedIssue`. @throws ServiceError `not-found`. */
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
