import { deleteTelemetryProject } from '@signalbox/contracts'
import { createRoute, type Clock, type Route } from '@signalbox/service-kit'
import { requireProject } from '../projects/find-project.js'
import type { CachedKeyDirectory } from '../projects/key-directory.js'
import { toTelemetryProject } from '../projects/project-shape.js'
import type { ProjectDeletionStores } from './store/project-deletion-stores.js'
import { deleteAlertRule } from '../alerts/write-rules.js'
import type { ProjectRow } from '../projects/store/projects.js'

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

/**
 * Deletes a project: it no longer accepts telemetry, sends notifications, or appears anywhere. Its data is deleted in
 * the background; see `project-eraser.ts`. Call it in a transaction. @param now Unix milliseconds.
 */
function deleteProject(store: ProjectDeletionStores, project: ProjectRow, now: number): void {
  const { id, organization_id: organizationId } = project
  const filter = { organizationId, projectId: id, name: undefined, kind: undefined }
  const rules = store.alertRules.list({ ...filter, limit: store.alertRules.count(filter), offset: 0 })
  for (const rule of rules) deleteAlertRule(store, rule, now)
  for (const channel of store.notificationChannels.list(id)) store.notificationChannels.delete(channel.id)
  store.dsnKeys.deleteAll(id)
  store.projectDeletions.begin({ project_id: id, organization_id: organizationId, requested_at: now })
}
