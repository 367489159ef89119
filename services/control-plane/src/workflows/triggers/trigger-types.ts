import type { FieldFault, TriggerKind, TriggerOf } from '@signalbox/contracts'
import { openSchedule, ScheduleFault } from '../../scheduling/schedule.js'

/** An error in a field of a trigger; `field` is a path within it. */
export type TriggerFault = Pick<FieldFault, 'detail'> & { field: string }

/** A project that a trigger refers to, and the field that does. */
export interface NamedProject {
  field: string
  id: string
}

/** The write-time specifics of one kind of trigger. */
export interface TriggerType<K extends TriggerKind> {
  projectsOf?: (trigger: TriggerOf<K>) => NamedProject[]
  /** Ids of the alert rules in its `rule_id` filter. */
  alertRulesOf?: (trigger: TriggerOf<K>) => readonly string[]
  /** Errors that the schema cannot detect. */
  findFaults?: (trigger: TriggerOf<K>) => TriggerFault[]
}

/** All kinds of triggers. */
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
