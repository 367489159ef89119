import { ServiceError } from '@signalbox/contracts'
import { requireOwnOrganization } from '../identity/organization-slug.js'
import { findProjectBySlug } from './find-project.js'
import type { ProjectStores } from './store/project-stores.js'
import type { ProjectRow } from './store/projects.js'

/**
 * Finds a project of the caller's organization, using `requireOwnOrganization` and `findProjectBySlug`.
 * @throws ServiceError `not-found`.
 */
export function requireProjectBySlug(
  store: Pick<ProjectStores, 'organizations' | 'projects'>,
  organizationId: string,
  named: { organization: string; project: string },
): ProjectRow {
  requireOwnOrganization(store, organizationId, named.organization)
  const project = findProjectBySlug(store.projects, organizationId, named.project)
  if (project === undefined) throw new ServiceError('not-found', { detail: 'No such project' })
  return project
}
