import type { ResymbolicationProgress } from '@signalbox/service-kit'
import { useDatabase, type ControlPlaneDatabase } from '../../database/database.js'

/** Stored events of a project that must be symbolicated again. Times are Unix milliseconds. */
export interface ResymbolicationRow {
  project_id: string
  organization_id: string
  requested_at: number
  due_at: number
  token: string | null
  event_time: number | null
  event_id: string | null
  events_left: number
}

export interface ResymbolicationStore {
  /** Requests it for each project that the bundle was uploaded for; one in progress starts over. */
  request(bundleId: string, plan: { requestedAt: number; dueAt: number; eventsMax: number }): void
  /** The one that has been due the longest; nobody else gets it until `leasedUntil`. */
  claim(claim: { now: number; leasedUntil: number; token: string }): ResymbolicationRow | undefined
  /** Records progress up to an event; the next page is due immediately. */
  advance(progress: ResymbolicationProgress, now: number): void
  finish(progress: Pick<ResymbolicationProgress, 'projectId' | 'token'>): void
}

export function createResymbolicationStore(database: ControlPlaneDatabase): ResymbolicationStore {
  const request = database.prepare<[Record<'requestedAt' | 'dueAt' | 'eventsMax', number> & { bundleId: string }]>(
    `INSERT INTO resymbolications (project_id, organization_id, requested_at, due_at, events_left)
     SELECT DISTINCT project_id, organization_id, @requestedAt, @dueAt, @eventsMax
     FROM artifact_links JOIN artifact_bundles ON artifact_bundles.id = bundle_id WHERE bundle_id = @bundleId
     ON CONFLICT (project_id) DO UPDATE SET requested_at = excluded.requested_at, due_at = excluded.due_at,
       token = NULL, event_time = NULL, event_id = NULL, events_left = excluded.events_left`,
  )
  const claim = database.prepare<[{ now: number; leasedUntil: number; token: string }], ResymbolicationRow>(
    `UPDATE resymbolications SET token = @token, due_at = @leasedUntil
     WHERE project_id = (SELECT project_id FROM resymbolications WHERE due_at <= @now ORDER BY due_at LIMIT 1)
     RETURNING *`,
  )
  const advance = database.prepare<[number, number, string, number, string, string]>(
    `UPDATE resymbolications SET token = NULL, due_at = ?, event_time = ?, event_id = ?,
       events_left = max(events_left - ?, 0) WHERE project_id = ? AND token = ?`,
  )
  const remove = database.prepare<[string, string]>('DELETE FROM resymbolications WHERE project_id = ? AND token = ?')
  return {
    request: (bundleId, plan) => {
      useDatabase(() => request.run({ bundleId, ...plan }))
    },
    claim: (asked) => useDatabase(() => claim.get(asked)),
    advance: ({ lookedAt, events, projectId, token }, now) => {
      if (lookedAt === null) return
      const { timestamp, eventId } = lookedAt
      useDatabase(() => advance.run(now, timestamp, eventId, events, projectId, token))
    },
    finish: ({ projectId, token }) => {
      useDatabase(() => remove.run(projectId, token))
    },
  }
}
