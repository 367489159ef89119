import type { EventTriggerKind } from '@signalbox/contracts'
import type { WorkflowStores } from '../store/workflow-stores.js'

/** Texts that filters of triggers look at, by the name of the filter. */
export type EventAttributes = Readonly<Record<string, string | null>>

/** Something happened that triggers may wait for. Times are Unix milliseconds. */
export interface WorkflowEvent {
  organizationId: string
  kind: EventTriggerKind
  /** What makes it the same event when it is reported again. */
  key: string
  attributes: EventAttributes
  /** Values for the variables of instructions. */
  context: Readonly<Record<string, unknown>>
  occurredAt: number
  now: number
}

/**
 * Keeps an event for the triggers that wait for its kind, if there are any; the same event again changes nothing. To be
 * called in the transaction that keeps what happened.
 */
export function recordEvent(
  { workflowTriggers, workflowEvents }: Pick<WorkflowStores, 'workflowTriggers' | 'workflowEvents'>,
  event: WorkflowEvent,
): void {
  const { organizationId, kind, key, attributes, context, occurredAt, now } = event
  if (!workflowTriggers.hasListeners(organizationId, kind)) return
  workflowEvents.insert({
    organization_id: organizationId,
    kind,
    key,
    attributes: JSON.stringify(attributes),
    context: JSON.stringify({ event: kind, ...context }),
    occurred_at: occurredAt,
    created_at: now,
  })
}
