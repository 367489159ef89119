import { createValidator, WorkflowTrigger, type ConditionTriggerKind, type TriggerOf } from '@signalbox/contracts'
import type { WorkflowTriggerRow } from '../store/workflow-triggers.js'

const validateTrigger = createValidator(WorkflowTrigger)

/** @throws Error when it is not kept as this version writes it. */
export function readTrigger(row: Pick<WorkflowTriggerRow, 'id' | 'definition'>): WorkflowTrigger {
  const trigger = validateTrigger(JSON.parse(row.definition))
  if (trigger.ok) return trigger.value
  throw new Error(`trigger ${row.id} is kept in a wrong shape: ${trigger.faults[0]?.pointer ?? ''}`)
}

const conditionKinds: ReadonlySet<string> = new Set<ConditionTriggerKind>([
  'error_rate',
  'metric_threshold',
  'check_in_missed',
])

/** Whether a trigger is a condition that has to be looked at. */
export function isCondition(trigger: WorkflowTrigger): trigger is TriggerOf<ConditionTriggerKind> {
  return conditionKinds.has(trigger.kind)
}
