import { deleteAlertRule } from '../alerts/write-rules.js'
import type { ProjectRow } from '../projects/store/projects.js'
import type { ProjectDeletionStores } from './store/project-deletion-stores.js'

/**
 * Deletes a project: it no longer accepts telemetry, sends notifications, or appears anywhere. Its data is deleted in
 * the background; see `project-eraser.ts`. Call it in a transaction. @param now Unix milliseconds.
 */
export function deleteProject(store: ProjectDeletionStores, project: ProjectRow, now: number): void {
  const { id, organization_id: organizationId } = project
  const filter = { organizationId, projectId: id, name: undefined, kind: undefined }
  const rules = store.alertRules.list({ ...filter, limit: store.alertRules.count(filter), offset: 0 })
  for (const rule of rules) deleteAlertRule(store, rule, now)
  for (const channel of store.notificationChannels.list(id)) store.notificationChannels.delete(channel.id)
  store.dsnKeys.deleteAll(id)
  store.projectDeletions.begin({ project_id: id, organization_id: organizationId, requested_at: now })
}
