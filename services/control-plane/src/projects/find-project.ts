import { isUuid, ServiceError } from '@signalbox/contracts'
import { findProjectsBySlug } from './project-slug.js'
import type { ProjectRow, ProjectStore } from './store/projects.js'

/**
 * @param idOrNumber The project's id, or its DSN number as text.
 * @returns undefined if the organization has no such project.
 */
export function findProject(
  projects: ProjectStore,
  organizationId: string,
  idOrNumber: string,
): ProjectRow | undefined {
  if (/^[1-9]\d{0,15}$/.test(idOrNumber)) return projects.findByNumber(organizationId, Number(idOrNumber))
  return isUuid(idOrNumber) ? projects.findById(organizationId, idOrNumber.toLowerCase()) : undefined
}

/** Like `findProject`, but also accepts the project's slug; if several projects have the same, the oldest wins. */
export function findProjectBySlug(
  projects: ProjectStore,
  organizationId: string,
  nameOrId: string,
): ProjectRow | undefined {
  return findProject(projects, organizationId, nameOrId) ?? findProjectsBySlug(projects, organizationId, nameOrId)[0]
}

/**
 * Returns the project named in a list's query.
 * @returns undefined if the query names none.
 * @throws ServiceError `invalid-parameters` if the value cannot be a project's, `not-found` if there is no such
 * project.
 */
export function readProjectFilter(
  projects: ProjectStore,
  organizationId: string,
  idOrNumber: string | undefined,
): ProjectRow | undefined {
  if (idOrNumber === undefined) return undefined
  if (!isUuid(idOrNumber) && !/^[1-9]\d*$/.test(idOrNumber)) {
    const detail = 'must be a project id or DSN number'
    throw new ServiceError('invalid-parameters', { faults: [{ in: 'query', name: 'project_id', detail }] })
  }
  return requireProject(projects, organizationId, idOrNumber)
}

/** Like `findProject`, for route handlers. @throws ServiceError `not-found`. */
export function requireProject(projects: ProjectStore, organizationId: string, idOrNumber: string): ProjectRow {
  const project = findProject(projects, organizationId, idOrNumber)
  if (project === undefined) throw new ServiceError('not-found', { detail: 'No such project' })
  return project
}
