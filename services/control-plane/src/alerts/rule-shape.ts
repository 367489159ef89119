import { type AlertRule, type AlertRuleState, toTimestamp } from '@signalbox/contracts'
import type { AlertRuleRow } from './store/alert-rules.js'
import type { AlertStores } from './store/alert-stores.js'
import { readRule } from './rule-definition.js'

/** Returns a rule as written, with defaults filled in, and its current state. */
export function readAlertRule(store: Pick<AlertStores, 'alertSubjects'>, row: AlertRuleRow, now: number): AlertRule {
  const isMuted = row.muted_until !== null && now < row.muted_until
  return {
    ...readRule(row),
    id: row.id,
    muted_until: isMuted ? toTimestamp(row.muted_until) : null,
    state: readState(store, row),
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
  }
}

function readState({ alertSubjects }: Pick<AlertStores, 'alertSubjects'>, row: AlertRuleRow): AlertRuleState {
  const { firing, pending } = alertSubjects.count(row.id)
  return {
    status: firing > 0 ? 'firing' : pending > 0 ? 'pending' : 'ok',
    firing,
    pending,
    left_out: row.left_out,
    value: row.value,
    has_data: row.has_data === null ? null : row.has_data === 1,
    fault: row.fault,
    measured_at: toTimestamp(row.measured_at),
    next_at: toTimestamp(row.due_at),
  }
}
