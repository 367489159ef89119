import type { StoreClient } from '../client.js'
import { eraseRows } from './erase-rows.js'
import { ofProject } from './mutate-rows.js'

/** Selects the events to delete. */
export interface EventErasure {
  organizationId: string
  projectId: string
  fingerprints: readonly string[]
  /** Events that ingest received after this time are spared. Unix milliseconds. */
  receivedUntilMs: number
}

/** Permanently deletes events. */
export interface EventEraser {
  /**
   * Deletes events, their attachments and their pending revisions. When it resolves, they are gone on all replicas.
   * Idempotent. Rows of a batch that is stored again later reappear; callers must handle that.
   * @returns the number of deleted rows.
   * @throws StoreError if the store is unreachable or refuses, or the signal's reason if aborted between two
   * statements; some of the rows may already be deleted.
   */
  eraseEvents(erasure: EventErasure, signal?: AbortSignal): Promise<number>
}

export function createEventEraser(client: StoreClient): EventEraser {
  return {
    eraseEvents: async (erasure, signal) => {
      const parameters = { ...erasure }
      let rows = 0
      // Events last: they are needed to find the rows that belong to them.
      for (const erased of [attachmentsOf, revisionsOf, eventsOf]) {
        rows += await eraseRows(client, { ...erased, parameters }, signal)
      }
      return rows
    },
  }
}

const eventsOf = {
  table: 'events',
  condition: `${ofProject} AND fingerprint IN {fingerprints:Array(String)}
    AND received_at <= fromUnixTimestamp64Milli({receivedUntilMs:Int64}, 'UTC')`,
} as const

const ofErasedEvents = `event_id IN (SELECT event_id FROM events WHERE ${eventsOf.condition})`

const attachmentsOf = { table: 'attachments', condition: `${ofProject} AND ${ofErasedEvents}` } as const

/** Revisions left behind by a crash during `reviseEvents`. */
const revisionsOf = { table: 'event_revisions', condition: `${ofProject} AND ${ofErasedEvents}` } as const
