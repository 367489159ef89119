import { type AlertSilence, createValidator, MaintenanceWindowRequest, minuteMs } from '@signalbox/contracts'
import type { AlertRuleRow } from './store/alert-rules.js'
import type { MaintenanceWindowRow } from './store/maintenance-windows.js'
import { ScheduleFault, type openSchedule } from '../scheduling/schedule.js'

const validateWindow = createValidator(MaintenanceWindowRequest)

/** @throws Error if it is not in this version's format. */
export function readWindow(row: MaintenanceWindowRow): MaintenanceWindowRequest {
  const window = validateWindow(JSON.parse(row.definition))
  if (window.ok) return window.value
  throw new Error(`maintenance window ${row.id} is stored in an invalid format: ${window.faults[0]?.pointer ?? ''}`)
}

/** The times of a window relative to an instant. Times are Unix milliseconds. */
export interface WindowTimes {
  isUnderWay: boolean
  /** Undefined if it does not start again. */
  nextStart: number | undefined
}

/** @param now Unix milliseconds. A cron expression that this version of Node cannot evaluate is never under way. */
export function timesOf(window: MaintenanceWindowRequest, now: number, open: typeof openSchedule): WindowTimes {
  if (window.kind === 'once') {
    const [start, end] = [Date.parse(window.starts_at), Date.parse(window.ends_at)]
    return { isUnderWay: start <= now && now < end, nextStart: now < start ? start : undefined }
  }
  try {
    const schedule = open(window.cron, window.time_zone ?? 'UTC')
    const latest = schedule.latestUntil(now)
    const isUnderWay = latest !== undefined && now < latest + window.length_minutes * minuteMs
    return { isUnderWay, nextStart: schedule.after(now) }
  } catch (error) {
    if (!(error instanceof ScheduleFault)) throw error
    return { isUnderWay: false, nextStart: undefined }
  }
}

/** True if a window applies to a rule. */
export function covers(
  { project_id = null, rule_ids = null }: MaintenanceWindowRequest,
  rule: Pick<AlertRuleRow, 'id' | 'project_id'>,
): boolean {
  const isOfProject = project_id === null || project_id === rule.project_id
  return isOfProject && (rule_ids === null || rule_ids.includes(rule.id))
}

/** Returns why alerts of a rule are silenced now; null if they are not. */
export function findSilence(
  rule: Pick<AlertRuleRow, 'id' | 'project_id' | 'muted_until'>,
  windowsUnderWay: readonly MaintenanceWindowRequest[],
  now: number,
): AlertSilence | null {
  if (rule.muted_until !== null && now < rule.muted_until) return 'muted'
  return windowsUnderWay.some((window) => covers(window, rule)) ? 'maintenance' : null
}
