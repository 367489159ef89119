import { ServiceError } from '@signalbox/contracts'
import { toSlug } from '../projects/project-slug.js'
import { findProjectBySlug } from '../projects/find-project.js'
import type { OrganizationRow } from '../identity/store/organizations.js'
import type { ProjectRow } from '../projects/store/projects.js'
import type { IssueStores } from '../issues/store/issue-stores.js'

/** A name as sentry-cli is told it. */
export function slugOf(name: string): string {
  return toSlug(name).toLowerCase()
}

/** @param idOrSlug In any case. @throws ServiceError `not-found` when it is not the caller's organization. */
export function requireOwnOrganization(
  { organizations }: Pick<IssueStores, 'organizations'>,
  organizationId: string,
  idOrSlug: string,
): OrganizationRow {
  const own = organizations.find(organizationId)
  const asked = idOrSlug.toLowerCase()
  if (own === undefined || (own.id !== asked && slugOf(own.name) !== asked)) {
    throw new ServiceError('not-found', { detail: 'No such organization' })
  }
  return own
}

/**
 * A project of the caller's organization, both as `requireOwnOrganization` and `findProjectBySlug` read them.
 * @throws ServiceError `not-found`.
 */
export function requireProjectBySlug(
  store: Pick<IssueStores, 'organizations' | 'projects'>,
  organizationId: string,
  named: { organization: string; project: string },
): ProjectRow {
  requireOwnOrganization(store, organizationId, named.organization)
  const project = findProjectBySlug(store.projects, organizationId, named.project)
  if (project === undefined) throw new ServiceError('not-found', { detail: 'No such project' })
  return project
}
