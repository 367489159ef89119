import { isDeepStrictEqual } from 'node:util'
import {
  createId,
  fillAlertRule,
  ServiceError,
  type AlertRuleChange,
  type AlertRuleRequest,
} from '@signalbox/contracts'
import type { AlertRuleRow } from './store/alert-rules.js'
import type { AlertContext } from './alert-context.js'
import { refuseFaultyRule, type NamedByRules } from './refuse-faulty-rule.js'
import { measuredPart, readRule, readWrittenRule, writtenRule } from './rule-definition.js'
import { resolved } from './apply-measurement.js'
import { notifyAlert } from './notify-alert.js'
import { enforceCapacity } from '../lists/enforce-capacity.js'

type Store = AlertContext & NamedByRules

/**
 * Stores a rule, which is evaluated from now on. @param now Unix milliseconds.
 * @throws ServiceError `invalid-body` naming the fields that do not go together; `conflict` if there are too many
 * rules.
 */
export function createAlertRule(
  store: Store,
  { organizationId, request, now }: { organizationId: string; request: AlertRuleRequest; now: number },
): AlertRuleRow {
  const { alertRules } = store
  const columns = checkedColumns(store, { organizationId, written: writtenRule(request), now })
  const row: AlertRuleRow = {
    ...columns,
    id: createId(now),
    organization_id: organizationId,
    kind: request.kind,
    muted_until: null,
    measured_at: null,
    value: null,
    has_data: null,
    left_out: 0,
    seen_at: null,
    fault: null,
    created_at: now,
    updated_at: now,
  }
  return store.transact(() => {
    const all = { organizationId, projectId: undefined, name: undefined, kind: undefined }
    enforceCapacity('alertRules', alertRules.count(all))
    alertRules.insert(row)
    return row
  })
}

function checkedColumns(
  store: Store,
  { organizationId, written, now }: { organizationId: string; written: AlertRuleRequest; now: number },
): Pick<AlertRuleRow, 'project_id' | 'name' | 'definition' | 'due_at'> {
  const rule = fillAlertRule(written)
  refuseFaultyRule(store, { organizationId, written, rule })
  const { project_id, name, is_active } = rule
  return { project_id, name, definition: JSON.stringify(written), due_at: is_active ? now : null }
}

/**
 * Changes the given fields; null removes one. If the measurement or the threshold changes, pending durations start
 * over; open alerts stay open. Turning a rule off ends its alerts. @param now Unix milliseconds.
 * @throws ServiceError `invalid-body` naming every invalid field.
 */
export function changeAlertRule(
  store: Store,
  { row, change, now }: { row: AlertRuleRow; change: AlertRuleChange; now: number },
): AlertRuleRow {
  if ((change['kind'] ?? row.kind) !== row.kind) throw kindIsFixed(row)
  const before = readRule(row)
  const written = writtenRule({ ...readWrittenRule(row), ...change, kind: row.kind })
  const columns = checkedColumns(store, { organizationId: row.organization_id, written, now })
  const isSame = isDeepStrictEqual(measuredPart(before), measuredPart(fillAlertRule(written)))
  // If the clock is set back, two changes must still have different times.
  const updatedAt = Math.max(now, row.updated_at + 1)
  const changed = { ...row, ...columns, updated_at: updatedAt, ...(!isSame && { seen_at: null }) }
  store.transact(() => {
    if (!isSame) store.alertSubjects.deletePending(row.id)
    store.alertRules.update(changed)
    if (changed.due_at === null) endAlerts(store, changed, { resolution: 'rule_off', now })
  })
  return changed
}

function kindIsFixed({ kind }: AlertRuleRow): ServiceError {
  const detail = `is ${kind} and cannot be changed`
  return new ServiceError('invalid-body', { faults: [{ in: 'body', name: '/kind', detail }] })
}

/** Deletes a rule and ends its alerts, which stay in the history. @param now Unix milliseconds. */
export function deleteAlertRule(store: AlertContext, row: AlertRuleRow, now: number): void {
  store.transact(() => {
    endAlerts(store, row, { resolution: 'rule_deleted', now })
    store.alertRules.delete(row.id)
  })
}

/** @param mutedUntil Unix milliseconds; null to unmute. */
export function muteAlertRule(
  { alertRules }: Pick<AlertContext, 'alertRules'>,
  row: AlertRuleRow,
  mutedUntil: number | null,
): AlertRuleRow {
  const muted = { ...row, muted_until: mutedUntil }
  alertRules.update(muted)
  return muted
}

/**
 * Ends the open alerts of a rule that is no longer evaluated. People who were notified of one are notified of its end
 * right away, because there is no later occasion. Call it in a transaction. @param end `now` in Unix milliseconds.
 */
function endAlerts(
  store: AlertContext,
  rule: AlertRuleRow,
  { resolution, now }: { resolution: 'rule_off' | 'rule_deleted'; now: number },
): void {
  store.alertSubjects.deleteAll(rule.id)
  for (const alert of store.alerts.listOpen(rule.id)) store.alerts.update(resolved(alert, resolution, now))
  for (const alert of store.alerts.listOwing(rule.id)) notifyAlert(store, rule, { alert, now })
}
