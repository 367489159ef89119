import { toTimestamp, type TriggerOccurrence, type TriggerState } from '@signalbox/contracts'
import type { TriggerOccurrenceRow } from '../store/trigger-occurrences.js'
import type { WorkflowTriggerRow } from '../store/workflow-triggers.js'

/** Returns the state of a trigger with the outcome of its last occasion. */
export function toTriggerState(row: WorkflowTriggerRow, last: TriggerOccurrenceRow | undefined): TriggerState {
  return {
    name: row.name,
    kind: row.kind,
    next_at: toTimestamp(row.due_at),
    condition_holds: row.condition_holds === null ? null : row.condition_holds === 1,
    fault: row.fault,
    last_occurrence: last === undefined ? null : toTriggerOccurrence(last),
  }
}

export function toTriggerOccurrence(row: TriggerOccurrenceRow): TriggerOccurrence {
  return {
    trigger_name: row.trigger_name,
    occurred_at: toTimestamp(row.occurred_at),
    outcome: row.outcome,
    reason: row.reason,
    run_id: row.run_id,
    missed_since: toTimestamp(row.missed_since),
    decided_at: toTimestamp(row.decided_at),
  }
}
