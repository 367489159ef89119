import { deleteTelemetryProject } from '@signalbox/contracts'
import { createRoute, type Clock, type Route } from '@signalbox/service-kit'
import { requireProject } from '../projects/find-project.js'
import type { CachedKeyDirectory } from '../projects/key-directory.js'
import { toTelemetryProject } from '../projects/project-shape.js'
import { deleteProject } from './delete-project.js'
import type { ProjectDeletionStores } from './store/project-deletion-stores.js'

/** Dependencies of the project deletion route. */
export interface ProjectDeletionRouteDependencies {
  store: ProjectDeletionStores
  publicUrl: string
  clock: Clock
  keys: CachedKeyDirectory
}

/** The route that deletes a project. */
export function createProjectDeletionRoutes(dependencies: ProjectDeletionRouteDependencies): Route[] {
  const { store, publicUrl, clock, keys } = dependencies
  return [
    createRoute(deleteTelemetryProject, ({ caller, params }) => {
      const project = store.transact(() => {
        const found = requireProject(store.projects, caller.organizationId, params.project_id)
        deleteProject(store, found, clock())
        return found
      })
      keys.forgetDsnKeys(project.id)
      return toTelemetryProject(project, publicUrl)
    }),
  ]
}
