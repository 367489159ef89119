import type { FieldFault, TriggerKind, TriggerOf } from '@signalbox/contracts'
import { openSchedule, ScheduleFault } from '../../scheduling/schedule.js'

/** A field of a trigger, as a path within it, and what is wrong with it. */
export type TriggerFault = Pick<FieldFault, 'detail'> & { field: string }

/** A project that a trigger names, and in which field. */
export interface NamedProject {
  field: string
  id: string
}

/** Everything that is particular to a kind of trigger when it is written. */
export interface TriggerType<K extends TriggerKind> {
  projectsOf?: (trigger: TriggerOf<K>) => NamedProject[]
  /** Ids of the alert rules that its filter `rule_id` names. */
  alertRulesOf?: (trigger: TriggerOf<K>) => readonly string[]
  /** What no schema can judge of it. */
  findFaults?: (trigger: TriggerOf<K>) => TriggerFault[]
}

/** Every kind of trigger. */
export const triggerTypes: { readonly [K in TriggerKind]: TriggerType<K> } = {
  manual: {},
  schedule: { findFaults: findScheduleFaults },
  deployment_created: {},
  deployment_failed: {},
  issue_created: { projectsOf: projectsOfFilter },
  issue_regressed: { projectsOf: projectsOfFilter },
  session_verdict: {},
  alert_opened: { projectsOf: projectsOfFilter, alertRulesOf: ({ filters }) => filters?.rule_id ?? [] },
  error_rate: { projectsOf: projectOf },
  metric_threshold: { projectsOf: projectOf },
  check_in_missed: { projectsOf: projectOf },
}

function findScheduleFaults({ cron, time_zone: timeZone = 'UTC' }: TriggerOf<'schedule'>): TriggerFault[] {
  try {
    openSchedule(cron, timeZone)
    return []
  } catch (error) {
    if (!(error instanceof ScheduleFault)) throw error
    return [{ field: error.part, detail: error.message }]
  }
}

function projectsOfFilter({
  filters,
}: TriggerOf<'issue_created' | 'issue_regressed' | 'alert_opened'>): NamedProject[] {
  return (filters?.project_id ?? []).map((id, index) => ({ field: `filters/project_id/${index}`, id }))
}

function projectOf({
  project_id: id,
}: TriggerOf<'error_rate' | 'metric_threshold' | 'check_in_missed'>): NamedProject[] {
  return id === undefined ? [] : [{ field: 'project_id', id }]
}
