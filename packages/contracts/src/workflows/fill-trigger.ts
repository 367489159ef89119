import type { TriggerKind, WorkflowTrigger } from '../api/workflows/workflow-triggers.js'
import { limits } from '../limits.js'

const { runsPerHourDefault, windowMinutesDefault } = limits.workflow

/** The trigger of a kind. */
export type TriggerOf<K extends TriggerKind> = Extract<WorkflowTrigger, { kind: K }>

/** The triggers of each kind. */
export type TriggersByKind = { [K in TriggerKind]: TriggerOf<K> }

/** Fills in the defaults of each kind. */
const fillers: { readonly [K in TriggerKind]: (trigger: TriggersByKind[K]) => TriggersByKind[K] } = {
  manual: (trigger) => trigger,
  schedule: (trigger) => ({ ...trigger, time_zone: trigger.time_zone ?? 'UTC' }),
  deployment_created: fillCap,
  deployment_failed: fillCap,
  issue_created: fillCap,
  issue_regressed: fillCap,
  session_verdict: fillCap,
  alert_opened: fillCap,
  error_rate: (trigger) => ({ ...fillWindow(trigger), level: trigger.level ?? 'error' }),
  metric_threshold: (trigger) => ({ ...fillWindow(trigger), aggregate: trigger.aggregate ?? 'avg' }),
  check_in_missed: fillCap,
}

/** Returns a trigger with defaults filled in, as stored and returned by the API. */
export function fillTrigger(trigger: WorkflowTrigger): WorkflowTrigger {
  return fill(trigger.kind, trigger)
}

function fill<K extends TriggerKind>(kind: K, trigger: TriggersByKind[K]): TriggersByKind[K] {
  return fillers[kind](trigger)
}

function fillCap<T extends { runs_per_hour_max?: number }>(trigger: T): T {
  return { ...trigger, runs_per_hour_max: trigger.runs_per_hour_max ?? runsPerHourDefault }
}

function fillWindow<T extends TriggerOf<'error_rate' | 'metric_threshold'>>(trigger: T): T {
  return { ...fillCap(trigger), within_minutes: trigger.within_minutes ?? windowMinutesDefault }
}
