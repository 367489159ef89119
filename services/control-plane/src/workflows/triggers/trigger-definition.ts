import {
  conditionTriggerKinds,
  createValidator,
  ScheduleTrigger,
  WorkflowTrigger,
  type ConditionTriggerKind,
  type TriggerOf,
  type Validator,
} from '@signalbox/contracts'
import type { WorkflowTriggerRow } from '../store/workflow-triggers.js'

type StoredTrigger = Pick<WorkflowTriggerRow, 'id' | 'definition'>

const validateTrigger = createValidator(WorkflowTrigger)
/**
 * Compiling the schema of this kind alone takes a fraction of the time, and the first schedules of a process wait for
 * it.
 */
const validateSchedule = createValidator(ScheduleTrigger)

/** @throws Error if it is not in this version's format. */
export function readTrigger(row: StoredTrigger): WorkflowTrigger {
  return read(validateTrigger, row)
}

/** @throws Error if it is not a schedule or not in this version's format. */
export function readSchedule(row: StoredTrigger): TriggerOf<'schedule'> {
  return read(validateSchedule, row)
}

function read<T>(validate: Validator<T>, row: StoredTrigger): T {
  const trigger = validate(JSON.parse(row.definition))
  if (trigger.ok) return trigger.value
  throw new Error(`trigger ${row.id} is stored in an invalid format: ${trigger.faults[0]?.pointer ?? ''}`)
}

const conditionKinds: ReadonlySet<string> = new Set(conditionTriggerKinds)

/** True if a trigger is a condition that has to be evaluated. */
export function isCondition(trigger: WorkflowTrigger): trigger is TriggerOf<ConditionTriggerKind> {
  return conditionKinds.has(trigger.kind)
}
