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

type KeptTrigger = Pick<WorkflowTriggerRow, 'id' | 'definition'>

const validateTrigger = createValidator(WorkflowTrigger)
/** The schema of this kind alone is compiled in a fraction of the time, which the first schedules of a process wait for. */
const validateSchedule = createValidator(ScheduleTrigger)

/** @throws Error when it is not kept as this version writes it. */
export function readTrigger(row: KeptTrigger): WorkflowTrigger {
  return read(validateTrigger, row)
}

/** @throws Error when it is not a schedule, or not kept as this version writes it. */
export function readSchedule(row: KeptTrigger): TriggerOf<'schedule'> {
  return read(validateSchedule, row)
}

function read<T>(validate: Validator<T>, row: KeptTrigger): T {
  const trigger = validate(JSON.parse(row.definition))
  if (trigger.ok) return trigger.value
  throw new Error(`trigger ${row.id} is stored in an invalid format: ${trigger.faults[0]?.pointer ?? ''}`)
}

const conditionKinds: ReadonlySet<string> = new Set(conditionTriggerKinds)

/** Whether a trigger is a condition that has to be looked at. */
export function isCondition(trigger: WorkflowTrigger): trigger is TriggerOf<ConditionTriggerKind> {
  return conditionKinds.has(trigger.kind)
}
