import type { EventTriggerKind } from '@signalbox/contracts'
import type { WorkflowStores } from '../store/workflow-stores.js'

/** Strings that trigger filters match, by filter name. */
export type EventAttributes = Readonly<Record<string, string | null>>

/** An event that triggers may wait for. Times are Unix milliseconds. */
export interface WorkflowEvent {
  organizationId: string
  kind: EventTriggerKind
  /** Identifies the event, so that reporting it again is a no-op. */
  key: string
  attributes: EventAttributes
  /** Values for template variables in instructions. */
  context: Readonly<Record<string, unknown>>
  occurredAt: number
  now: number
}

/**
 * Stores an event for the triggers that wait for its kind, if there are any; repeated events are no-ops. Call it in the
 * transaction that makes the change.
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
