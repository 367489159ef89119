import { Open } from '@signalbox/contracts'
import { Type, type Static } from 'typebox'

/** Events of a deleted issue that must be deleted from the store. */
export const EventDeletion = Open({
  id: Type.String(),
  organizationId: Type.String(),
  projectId: Type.String(),
  fingerprints: Type.Array(Type.String()),
  /** Events that ingest received after this time are spared. Unix milliseconds. */
  receivedUntil: Type.Number(),
})
export type EventDeletion = Static<typeof EventDeletion>

/** A deleted project whose telemetry must be deleted from the store. */
export const ProjectDeletion = Open({
  /** Id of the project. */
  id: Type.String(),
  organizationId: Type.String(),
  /** When it was deleted, Unix milliseconds. Its keys may have been accepted for a while afterwards. */
  receivedUntil: Type.Number(),
})
export type ProjectDeletion = Static<typeof ProjectDeletion>

/** Like `EventDeletions`, for projects. */
export interface ProjectDeletions {
  /** Lists deletions with an id after the given one, ordered by id. */
  listProjectDeletions(page: { afterId: string; max: number }): Promise<ProjectDeletion[]>
  /** Call when nothing of the project is stored any more and nothing can reappear. */
  finishProjectDeletion(id: string): Promise<void>
}

/**
 * Deletions for consumers to apply. Embedded, this is the control plane itself; in separate processes, a client of
 * it. Methods reject with `ServiceError` `unavailable` if it is unreachable.
 */
export interface EventDeletions {
  /** Lists deletions with an id after the given one, ordered by id, so oldest first. */
  listDeletions(page: { afterId: string; max: number }): Promise<EventDeletion[]>
  /** Call when a deletion is complete and nothing can reappear. Idempotent. */
  finishDeletion(id: string): Promise<void>
}
