import {
  createId,
  createValidator,
  type FieldFault,
  limits,
  type MaintenanceWindow,
  type MaintenanceWindowChange,
  MaintenanceWindowRequest,
  minuteMs,
  ServiceError,
  toFieldFaults,
  toTimestamp,
} from '@signalbox/contracts'
import type { MaintenanceWindowRow } from './store/maintenance-windows.js'
import type { AlertStores } from './store/alert-stores.js'
import { openSchedule, ScheduleFault } from '../scheduling/schedule.js'
import { readWindow, timesOf } from './silences.js'
import { enforceCapacity } from '../lists/enforce-capacity.js'

type Store = Pick<AlertStores, 'maintenanceWindows' | 'alertRules' | 'projects' | 'transact'>

const { windowMinutesMax } = limits.alert
const validateWindow = createValidator(MaintenanceWindowRequest, { allFaults: true })

/**
 * Stores a maintenance window. @param now Unix milliseconds.
 * @throws ServiceError `invalid-body` naming the fields that do not go together; `conflict` if there are too many
 * windows.
 */
export function createWindow(
  store: Store,
  { organizationId, request, now }: { organizationId: string; request: MaintenanceWindowRequest; now: number },
): MaintenanceWindowRow {
  refuseFaultyWindow(store, organizationId, request)
  const times = { created_at: now, updated_at: now }
  const row = {
    id: createId(now),
    organization_id: organizationId,
    definition: JSON.stringify(filled(request)),
    ...times,
  }
  return store.transact(() => {
    enforceCapacity('maintenanceWindows', store.maintenanceWindows.count(organizationId))
    store.maintenanceWindows.put(row)
    return row
  })
}

/** Changes the given fields. @param now Unix milliseconds. @throws ServiceError `invalid-body` as above. */
export function changeWindow(
  store: Store,
  { row, change, now }: { row: MaintenanceWindowRow; change: MaintenanceWindowChange; now: number },
): MaintenanceWindowRow {
  const before = readWindow(row)
  const isOtherKind = change.kind !== undefined && change.kind !== before.kind
  // If the kind changes, the window keeps its name and scope.
  const { name, project_id, rule_ids } = before
  const whole = validateWindow(isOtherKind ? { name, project_id, rule_ids, ...change } : { ...before, ...change })
  if (!whole.ok) throw new ServiceError('invalid-body', { faults: toFieldFaults('body', whole.faults) })
  refuseFaultyWindow(store, row.organization_id, whole.value)
  const changed = { ...row, definition: JSON.stringify(filled(whole.value)), updated_at: Math.max(now, row.updated_at) }
  store.maintenanceWindows.put(changed)
  return changed
}

function filled(window: MaintenanceWindowRequest): MaintenanceWindowRequest {
  const scope = { project_id: window.project_id ?? null, rule_ids: window.rule_ids ?? null }
  if (window.kind === 'repeating') return { ...window, ...scope, time_zone: window.time_zone ?? 'UTC' }
  const toUtc = (time: string) => new Date(time).toISOString()
  return { ...window, ...scope, starts_at: toUtc(window.starts_at), ends_at: toUtc(window.ends_at) }
}

function refuseFaultyWindow(store: Store, organizationId: string, window: MaintenanceWindowRequest): void {
  const faults = [...timeFaults(window), ...referenceFaults(store, organizationId, window)]
  if (faults.length > 0) throw new ServiceError('invalid-body', { faults })
}

function fault(field: string, detail: string): FieldFault {
  return { in: 'body', name: `/${field}`, detail }
}

function timeFaults(window: MaintenanceWindowRequest): FieldFault[] {
  if (window.kind === 'once') return onceFaults(Date.parse(window.ends_at) - Date.parse(window.starts_at))
  try {
    openSchedule(window.cron, window.time_zone ?? 'UTC')
    return []
  } catch (error) {
    if (!(error instanceof ScheduleFault)) throw error
    return [fault(error.part, error.message)]
  }
}

function onceFaults(lengthMs: number): FieldFault[] {
  if (lengthMs <= 0) return [fault('ends_at', 'must be after starts_at')]
  return lengthMs > windowMinutesMax * minuteMs
    ? [fault('ends_at', `must be at most ${windowMinutesMax} minutes after starts_at`)]
    : []
}

function referenceFaults(store: Store, organizationId: string, window: MaintenanceWindowRequest): FieldFault[] {
  const { project_id: project = null, rule_ids: rules } = window
  const hasProject = project === null || store.projects.findById(organizationId, project) !== undefined
  const unknown = (rules ?? []).flatMap((id, index) =>
    store.alertRules.find(organizationId, id) === undefined
      ? [fault(`rule_ids/${index}`, 'is not an alert rule of the organization')]
      : [],
  )
  return [...(hasProject ? [] : [fault('project_id', 'is not a telemetry project of the organization')]), ...unknown]
}

/** Returns a window with its times relative to an instant, Unix milliseconds. */
export function toMaintenanceWindow(row: MaintenanceWindowRow, now: number): MaintenanceWindow {
  const window = readWindow(row)
  const { isUnderWay, nextStart } = timesOf(window, now, openSchedule)
  return {
    ...window,
    id: row.id,
    is_under_way: isUnderWay,
    next_starts_at: nextStart === undefined ? null : toTimestamp(nextStart),
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
  }
}
