import type { StoreClient } from './client.js'
import { eraseRows } from './erase-rows.js'
import { ofProject } from './mutate-rows.js'

/** Events that are to be gone. */
export interface EventErasure {
  organizationId: string
  projectId: string
  fingerprints: readonly string[]
  /** Events that ingest took in later are not meant. Unix milliseconds. */
  receivedUntilMs: number
}

/** Deletes events for good. */
export interface EventEraser {
  /**
   * Deletes events, the files that came with them and what they were to become; when it resolves they are gone, on all
   * replicas. Erasing again finds nothing. Rows of a batch that is stored again afterwards come back: see who calls it.
   * @returns rows that were deleted.
   * @throws StoreError when the store cannot be reached or refuses, and the signal's reason between two statements; some
   * of the rows may be gone then.
   */
  eraseEvents(erasure: EventErasure, signal?: AbortSignal): Promise<number>
}

export function createEventEraser(client: StoreClient): EventEraser {
  return {
    eraseEvents: async (erasure, signal) => {
      const parameters = { ...erasure }
      let rows = 0
      // Events last: what belongs to them is only known as long as they are there.
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

/** Left there by a crash while they were revised. */
const revisionsOf = { table: 'event_revisions', condition: `${ofProject} AND ${ofErasedEvents}` } as const
