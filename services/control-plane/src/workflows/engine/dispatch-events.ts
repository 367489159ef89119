import { parseJsonObject } from '@signalbox/contracts'
import type { WorkflowEventRow } from '../store/workflow-events.js'
import type { WorkflowTriggerRow } from '../store/workflow-triggers.js'
import { isAwaited } from '../triggers/is-awaited.js'
import type { EventAttributes } from '../triggers/record-event.js'
import { readTrigger } from '../triggers/trigger-definition.js'
import { decideOccurrence, type EngineStore } from './decide-occurrence.js'

/**
 * Delivers events to the matching triggers in order of occurrence and records its progress in the same transaction, so
 * each trigger gets each event exactly once. Call it in a transaction.
 * @param most Maximum number of triggers to serve; an event with more triggers continues with the next call.
 * @returns the amount of work done: `most` or more if there may be more.
 */
export function dispatchEvents(store: EngineStore, now: number, most: number): number {
  let served = 0
  for (const event of store.workflowEvents.listWaiting(most)) {
    if (served >= most) break
    served += Math.max(1, dispatchEvent(store, event, { now, most: most - served }))
  }
  return served
}

/** @returns the number of triggers that got the event. */
function dispatchEvent(
  store: EngineStore,
  event: WorkflowEventRow,
  { now, most }: { now: number; most: number },
): number {
  const { organization_id: organizationId, kind, given_to: after } = event
  const listeners = store.workflowTriggers.listListeners({ organizationId, kind, after, limit: most })
  for (const row of listeners) offerEvent(store, event, { row, now })
  const last = listeners.at(-1)
  if (last === undefined || listeners.length < most) store.workflowEvents.noteDispatched(event.number, now)
  else store.workflowEvents.noteGiven(event.number, last.id)
  return listeners.length
}

function offerEvent(
  store: EngineStore,
  event: WorkflowEventRow,
  { row, now }: { row: WorkflowTriggerRow; now: number },
): void {
  const trigger = readTrigger(row)
  // Only `recordEvent` writes these columns.
  const attributes = JSON.parse(event.attributes) as EventAttributes
  if (!isAwaited(trigger, row.workflow_id, attributes)) return
  const context = parseJsonObject(event.context) ?? {}
  const { key, occurred_at: occurredAt } = event
  decideOccurrence(store, { row, trigger, key, occurredAt, missedSince: null, context, now })
}
