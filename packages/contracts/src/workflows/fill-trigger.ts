import type { TriggerKind, WorkflowTrigger } from '../api/workflows/workflow-triggers.js'
import { limits } from '../limits.js'

const { runsPerHourDefault, windowMinutesDefault } = limits.workflow

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
