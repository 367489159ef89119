import { parseJsonObject } from '@signalbox/contracts'
import type { WorkflowEventRow } from '../store/workflow-events.js'
import type { WorkflowTriggerRow } from '../store/workflow-triggers.js'
import { isAwaited } from '../triggers/match-event.js'
import type { EventAttributes } from '../triggers/record-event.js'
import { readTrigger } from '../triggers/trigger-definition.js'
import { decideOccurrence, type EngineStore } from './decide-occurrence.js'

/**
 * Gives events to the triggers that wait for them, in the order in which they happened, and notes how far it came in
 * the same transaction: so each trigger has each event once. To be called inside a transaction.
 * @param most Triggers to serve; an event that has more goes on with the next call.
 * @returns what it worked off: `most` or more when there may be more to do.
 */
export function dispatchEvents(store: EngineStore, now: number, most: number): number {
  let served = 0
  for (const event of store.workflowEvents.listWaiting(most)) {
    if (served >= most) break
    served += Math.max(1, dispatchEvent(store, event, { now, most: most - served }))
  }
  return served
}

/** @returns how many triggers had it. */
function dispatchEvent(
  store: EngineStore,
  event: WorkflowEventRow,
  { now, most }: { now: number; most: number },
): number {
  const { organization_id: organizationId, kind, given_to: after } = event
  const listeners = store.workflowTriggers.listListeners({ organizationId, kind, after, limit: most })
  for (const row of listeners) give(store, event, { row, now })
  const last = listeners.at(-1)
  if (last === undefined || listeners.length < most) store.workflowEvents.noteDispatched(event.number, now)
  else store.workflowEvents.noteGiven(event.number, last.id)
  return listeners.length
}

function give(
  store: EngineStore,
  event: WorkflowEventRow,
  { row, now }: { row: WorkflowTriggerRow; now: number },
): void {
  const trigger = readTrigger(row)
  // Both are written by `recordEvent` alone.
  const attributes = JSON.parse(event.attributes) as EventAttributes
  if (!isAwaited(trigger, row.workflow_id, attributes)) return
  const context = parseJsonObject(event.context) ?? {}
  const { key, occurred_at: occurredAt } = event
  decideOccurrence(store, { row, trigger, key, occurredAt, missedSince: null, context, now })
}
