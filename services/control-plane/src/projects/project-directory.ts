import { isUuid } from '@signalbox/contracts'
import type { ProjectDirectory, ProjectReference } from '@signalbox/service-kit'
import type { ProjectRow, ProjectStore } from '../store/projects.js'

/** Reads projects where they are: a look-up by key takes microseconds, so nothing is cached. */
export function createProjectDirectory(projects: ProjectStore): ProjectDirectory {
  const find = (organizationId: string, idOrNumber: string): ProjectRow | undefined => {
    if (/^[1-9]\d{0,14}$/.test(idOrNumber)) return projects.findByNumber(organizationId, Number(idOrNumber))
    return isUuid(idOrNumber) ? projects.findById(organizationId, idOrNumber.toLowerCase()) : undefined
  }
  return {
    findProject: (organizationId, idOrNumber) =>
      new Promise((resolve) => {
        resolve(toReference(find(organizationId, idOrNumber)))
      }),
  }
}

function toReference(row: ProjectRow | undefined): ProjectReference | undefined {
  return row && { id: row.id, number: row.number, name: row.name }
}
