import { hourMs, type WorkflowTrigger } from '@signalbox/contracts'
import type { WorkflowStores } from '../store/workflow-stores.js'
import type { WorkflowTriggerRow } from '../store/workflow-triggers.js'

/** True if a trigger has reached its maximum number of runs per hour. `now` in Unix milliseconds. */
export function isCapped(
  { triggerOccurrences }: Pick<WorkflowStores, 'triggerOccurrences'>,
  { row, trigger, now }: { row: Pick<WorkflowTriggerRow, 'id'>; trigger: WorkflowTrigger; now: number },
): boolean {
  const { runs_per_hour_max: most } = trigger
  return most !== undefined && triggerOccurrences.countRuns(row.id, now - hourMs, most) >= most
}
