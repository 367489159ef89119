import type { ProjectDirectory, ProjectReference } from '@signalbox/service-kit'
import type { ProjectRow, ProjectStore } from './store/projects.js'
import { findProjectBySlug } from './find-project.js'

/** Reads projects without a cache, because lookups by key take microseconds. */
export function createProjectDirectory(projects: ProjectStore): ProjectDirectory {
  return {
    findProject: (organizationId, nameOrId) =>
      new Promise((resolve) => {
        resolve(toReference(findProjectBySlug(projects, organizationId, nameOrId)))
      }),
  }
}

function toReference(row: ProjectRow | undefined): ProjectReference | undefined {
  return row && { id: row.id, number: row.number, name: row.name }
}
