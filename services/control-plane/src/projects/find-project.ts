import { isUuid, ServiceError } from '@signalbox/contracts'
import { findProjectsBySlug } from './project-slug.js'
import type { ProjectRow, ProjectStore } from './store/projects.js'

/**
 * @param idOrNumber The project's id or its DSN number as text.
 * @returns undefined when the organization has no such project.
 */
export function findProject(
  projects: ProjectStore,
  organizationId: string,
  idOrNumber: string,
): ProjectRow | undefined {
  if (/^[1-9]\d{0,15}$/.test(idOrNumber)) return projects.findByNumber(organizationId, Number(idOrNumber))
  return isUuid(idOrNumber) ? projects.findById(organizationId, idOrNumber.toLowerCase()) : undefined
}

/** As `findProject`, or by its name as it stands in ids: of projects whose names read alike, the oldest. */
export function findProjectBySlug(
  projects: ProjectStore,
  organizationId: string,
  nameOrId: string,
): ProjectRow | undefined {
  return findProject(projects, organizationId, nameOrId) ?? findProjectsBySlug(projects, organizationId, nameOrId)[0]
}

/**
 * The project that a list is asked for, by what its query names.
 * @returns undefined when it names none.
 * @throws ServiceError `invalid-parameters` when it can be no project's, `not-found` when it is nobody's.
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

/** As `findProject`, for routes. @throws ServiceError `not-found`. */
export function requireProject(projects: ProjectStore, organizationId: string, idOrNumber: string): ProjectRow {
  const project = findProject(projects, organizationId, idOrNumber)
  if (project === undefined) throw new ServiceError('not-found', { detail: 'No such project' })
  return project
}
