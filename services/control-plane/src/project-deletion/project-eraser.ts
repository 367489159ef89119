import type { Clock, Log, ProjectDeletions } from '@signalbox/service-kit'
import type { ProjectDeletionRow } from './store/project-deletions.js'
import type { ProjectDeletionStores } from './store/project-deletion-stores.js'

type Store = Pick<ProjectDeletionStores, 'projectDeletions' | 'transact'>

/** Rows per transaction. Requests run between transactions. */
const rowsAtOnce = 500
const projectsAtOnce = 100
/**
 * Work in flight during the deletion may leave rows behind, so the project is rechecked until its telemetry is gone.
 */
export const erasurePauseMs = 5_000

/**
 * Deletes the data of deleted projects in small steps: it can be stopped at any point and resumes where it left off.
 * @returns a function that does part of the work and returns when to call it again, Unix milliseconds.
 */
export function createProjectEraser({
  store,
  clock,
  log,
}: {
  store: Store
  clock: Clock
  log: Pick<Log, 'info'>
}): () => number {
  const { projectDeletions } = store

  /** @returns true if nothing is left for now. */
  const eraseSome = ({ project_id: projectId, is_telemetry_erased: isTelemetryErased }: ProjectDeletionRow): boolean =>
    store.transact(() => {
      if (projectDeletions.deleteSome(projectId, rowsAtOnce) > 0) return false
      if (isTelemetryErased === 1) {
        projectDeletions.finish(projectId)
        log.info({ projectId }, 'project deletion completed')
      }
      return true
    })

  return () => {
    const now = clock()
    const open = projectDeletions.list({ afterId: '', limit: projectsAtOnce })
    const areDone = open.map(eraseSome)
    return areDone.every(Boolean) ? now + erasurePauseMs : now
  }
}

/** Lists and completes telemetry deletions in the database; rejects if the database fails. */
export function createProjectDeletions({ projectDeletions }: Pick<Store, 'projectDeletions'>): ProjectDeletions {
  return {
    listProjectDeletions: ({ afterId, max }) =>
      new Promise((resolve) => {
        resolve(projectDeletions.listWithTelemetry({ afterId, limit: max }).map(toDeletion))
      }),
    finishProjectDeletion: (id) =>
      new Promise((resolve) => {
        projectDeletions.noteTelemetryErased(id)
        resolve()
      }),
  }
}

function toDeletion({ project_id: id, organization_id: organizationId, requested_at }: ProjectDeletionRow) {
  return { id, organizationId, receivedUntil: requested_at }
}
