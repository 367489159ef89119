import {
  createValidator,
  limits,
  WorkflowTrigger,
  type ConditionTriggerKind,
  type TriggerKind,
} from '@signalbox/contracts'
import type { WorkflowTriggerRow } from '../store/workflow-triggers.js'

const { runsPerHourDefault, windowMinutesDefault } = limits.workflow
const validateTrigger = createValidator(WorkflowTrigger)

/** The trigger of a kind. */
export type TriggerOf<K extends TriggerKind> = Extract<WorkflowTrigger, { kind: K }>

/** A trigger with its defaults filled in, as it is kept and answered. */
export function fillTrigger(trigger: WorkflowTrigger): WorkflowTrigger {
  switch (trigger.kind) {
    case 'manual':
      return trigger
    case 'schedule':
      return { ...trigger, time_zone: trigger.time_zone ?? 'UTC' }
    case 'error_rate':
      return { ...fillWindow(trigger), level: trigger.level ?? 'error' }
    case 'metric_threshold':
      return { ...fillWindow(trigger), aggregate: trigger.aggregate ?? 'avg' }
    default:
      return fillCap(trigger)
  }
}

function fillCap<T extends WorkflowTrigger>(trigger: T): T {
  return { ...trigger, runs_per_hour_max: trigger.runs_per_hour_max ?? runsPerHourDefault }
}

function fillWindow<T extends TriggerOf<'error_rate' | 'metric_threshold'>>(trigger: T): T {
  return { ...fillCap(trigger), within_minutes: trigger.within_minutes ?? windowMinutesDefault }
}

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
