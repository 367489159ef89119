import type { WorkflowTrigger } from '@signalbox/contracts'
import type { EventAttributes } from './record-event.js'

/** True if an event matches a trigger of its kind in this workflow. */
export function isAwaited(trigger: WorkflowTrigger, workflowId: string, attributes: EventAttributes): boolean {
  if (trigger.kind === 'session_verdict' && wouldLoop(trigger.filters?.origin, workflowId, attributes)) return false
  const filters = 'filters' in trigger ? (trigger.filters ?? {}) : {}
  return Object.entries(filters).every(([name, values]) => isOneOf(values, attributes[name]))
}

function isOneOf(values: readonly string[], value: string | null | undefined): boolean {
  return typeof value === 'string' && values.includes(value)
}

/**
 * Verdicts of workflow runs start runs only if the trigger opts in, and never of a workflow in their own chain: that
 * would loop forever.
 */
function wouldLoop(
  origins: readonly string[] | undefined,
  workflowId: string,
  { origin, workflow_ids: chain }: EventAttributes,
): boolean {
  return (chain ?? '').split(' ').includes(workflowId) || (origins === undefined && origin === 'workflow_run')
}
