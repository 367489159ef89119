import type { Clock, Log, ProjectDeletions } from '@signalbox/service-kit'
import type { ProjectDeletionRow } from './store/project-deletions.js'
import type { ProjectDeletionStores } from './store/project-deletion-stores.js'

type Store = Pick<ProjectDeletionStores, 'projectDeletions' | 'transact'>

/** Rows of one transaction. Between transactions, requests have their turn. */
const rowsAtOnce = 500
const projectsAtOnce = 100
/** What is on its way while a project is deleted may leave rows behind, so it is looked at until its telemetry is gone. */
export const erasurePauseMs = 5_000

/**
 * Deletes what belongs to deleted projects, some of it at a time: it can be stopped anywhere, and goes on where it was.
 * @returns does a part of what is left, and answers when it wants to be called again, Unix milliseconds.
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

  /** @returns whether nothing is left for now. */
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

/** Reads and finishes the deletions of telemetry where they are kept; a failing database rejects. */
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
