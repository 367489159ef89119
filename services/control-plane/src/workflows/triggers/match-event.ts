import type { WorkflowTrigger } from '@signalbox/contracts'
import type { EventAttributes } from './record-event.js'

/** Whether an event is one that a trigger of its kind, of this workflow, waits for. */
export function isAwaited(trigger: WorkflowTrigger, workflowId: string, attributes: EventAttributes): boolean {
  if (trigger.kind === 'session_verdict' && isOwnDoing(trigger.filters?.origin, workflowId, attributes)) return false
  const filters = 'filters' in trigger ? (trigger.filters ?? {}) : {}
  return Object.entries(filters).every(([name, values]) => isOneOf(values, attributes[name]))
}

function isOneOf(values: readonly string[], value: string | null | undefined): boolean {
  return typeof value === 'string' && values.includes(value)
}

/** What runs conclude starts runs only when that is asked for, and never of a workflow that led to it: it would go on forever. */
function isOwnDoing(
  origins: readonly string[] | undefined,
  workflowId: string,
  { origin, workflow_ids: chain }: EventAttributes,
): boolean {
  return (chain ?? '').split(' ').includes(workflowId) || (origins === undefined && origin === 'workflow_run')
}
