import type { EventTriggerKind } from '@signalbox/contracts'
import { useDatabase, type ControlPlaneDatabase } from '../../database/database.js'

/** Times are Unix milliseconds. */
export interface WorkflowEventRow {
  /** Increases in storage order. */
  number: number
  organization_id: string
  kind: EventTriggerKind
  /** Identifies the event, so that reporting it again is a no-op. */
  key: string
  /** JSON object of strings and nulls. */
  attributes: string
  /** JSON object. */
  context: string
  occurred_at: number
  created_at: number
  /** Id of the last trigger that it was delivered to; empty if there is none yet. */
  given_to: string
}

/** A newly reported event. */
export type NewWorkflowEventRow = Omit<WorkflowEventRow, 'number' | 'given_to'>

export interface WorkflowEventStore {
  /** Events that some triggers have not received yet, in order. */
  listWaiting(limit: number): WorkflowEventRow[]
  /** Stores an event for delivery; no-op if it was stored before. */
  insert(row: NewWorkflowEventRow): void
  /** Records the last trigger that received it. */
  noteGiven(number: number, triggerId: string): void
  noteDispatched(number: number, now: number): void
  /** Deletes up to `max` events that were created before a time and delivered to all triggers. @returns how many. */
  deleteBefore(before: number, max: number): number
  /** Deletes up to `max` events that were delivered to all triggers, except the newest `most`. @returns how many. */
  deleteBeyond(most: number, max: number): number
}

export function createWorkflowEventStore(database: ControlPlaneDatabase): WorkflowEventStore {
  const listWaiting = database.prepare<[number], WorkflowEventRow>(
    `SELECT number, organization_id, kind, key, attributes, context, occurred_at, created_at, given_to
     FROM workflow_events WHERE dispatched_at IS NULL ORDER BY number LIMIT ?`,
  )
  const insert = database.prepare<[NewWorkflowEventRow]>(
    `INSERT INTO workflow_events (organization_id, kind, key, attributes, context, occurred_at, created_at)
     VALUES (@organization_id, @kind, @key, @attributes, @context, @occurred_at, @created_at)
     ON CONFLICT (organization_id, kind, key) DO NOTHING`,
  )
  const noteGiven = database.prepare<[string, number]>('UPDATE workflow_events SET given_to = ? WHERE number = ?')
  const noteDispatched = database.prepare<[number, number]>(
    'UPDATE workflow_events SET dispatched_at = ? WHERE number = ?',
  )
  const deleteBefore = database.prepare<[number, number]>(
    `DELETE FROM workflow_events WHERE number IN (SELECT number FROM workflow_events
       WHERE dispatched_at IS NOT NULL AND created_at < ? ORDER BY created_at LIMIT ?)`,
  )
  const deleteBeyond = database.prepare<[number, number]>(
    `DELETE FROM workflow_events WHERE number IN (SELECT number FROM workflow_events
       WHERE dispatched_at IS NOT NULL AND number <= (SELECT max(number) FROM workflow_events) - ?
       ORDER BY number LIMIT ?)`,
  )
  return {
    listWaiting: (limit) => useDatabase(() => listWaiting.all(limit)),
    insert: (row) => {
      useDatabase(() => insert.run(row))
    },
    noteGiven: (number, triggerId) => {
      useDatabase(() => noteGiven.run(triggerId, number))
    },
    noteDispatched: (number, now) => {
      useDatabase(() => noteDispatched.run(now, number))
    },
    deleteBeyond: (most, max) => useDatabase(() => deleteBeyond.run(most, max).changes),
    deleteBefore: (before, max) => useDatabase(() => deleteBefore.run(before, max).changes),
  }
}
