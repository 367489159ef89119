import { Open } from '@signalbox/contracts'
import { Type, type Static } from 'typebox'

/** Events of a deleted issue, which are to be deleted from the store. */
export const EventDeletion = Open({
  id: Type.String(),
  organizationId: Type.String(),
  projectId: Type.String(),
  fingerprints: Type.Array(Type.String()),
  /** Events that ingest took in later are not meant. Unix milliseconds. */
  receivedUntil: Type.Number(),
})
export type EventDeletion = Static<typeof EventDeletion>

/** A deleted project, whose telemetry is to be deleted from the store. */
export const ProjectDeletion = Open({
  /** Of the project. */
  id: Type.String(),
  organizationId: Type.String(),
  /** When it was deleted, Unix milliseconds. Its keys may have been let in for a while after. */
  receivedUntil: Type.Number(),
})
export type ProjectDeletion = Static<typeof ProjectDeletion>

/** As `EventDeletions`, of whole projects. */
export interface ProjectDeletions {
  /** Those with an id after the given one, ordered by id. */
  listProjectDeletions(page: { afterId: string; max: number }): Promise<ProjectDeletion[]>
  /** Nothing of the project is stored, and nothing can come again. */
  finishProjectDeletion(id: string): Promise<void>
}

/**
 * What consumers are to delete: embedded the control plane itself, in separate processes a client of it. Methods reject
 * with `ServiceError` `unavailable` when it cannot be asked.
 */
export interface EventDeletions {
  /** Those with an id after the given one, ordered by id: the oldest first. */
  listDeletions(page: { afterId: string; max: number }): Promise<EventDeletion[]>
  /** It is applied, and nothing of it can come again. One that is not there any more is finished as well. */
  finishDeletion(id: string): Promise<void>
}
