import {
  AlertRuleRequest,
  createValidator,
  fillAlertRule,
  toFieldFaults,
  ServiceError,
  type AlertRuleSettings,
} from '@signalbox/contracts'
import type { AlertRuleRow } from './store/alert-rules.js'

const validateRule = createValidator(AlertRuleRequest, { allFaults: true })

/** A rule as it was written. @throws Error when it is not kept as this version writes it. */
export function readWrittenRule(row: Pick<AlertRuleRow, 'id' | 'definition'>): AlertRuleRequest {
  const rule = validateRule(JSON.parse(row.definition))
  if (rule.ok) return rule.value
  throw new Error(`alert rule ${row.id} is stored in an invalid format: ${rule.faults[0]?.pointer ?? ''}`)
}

/** A rule with its defaults filled in. @throws Error as `readWrittenRule`. */
export function readRule(row: Pick<AlertRuleRow, 'id' | 'definition'>): AlertRuleSettings {
  return fillAlertRule(readWrittenRule(row))
}

/**
 * A rule as it is kept: without the fields that are null, which have their defaults as those that are left out.
 * @throws ServiceError `invalid-body` naming every field that its kind does not take.
 */
export function writtenRule(fields: Readonly<Record<string, unknown>>): AlertRuleRequest {
  const given = Object.entries(fields).filter(([, value]) => value !== null)
  const rule = validateRule(Object.fromEntries(given))
  if (rule.ok) return rule.value
  throw new ServiceError('invalid-body', { faults: toFieldFaults('body', rule.faults) })
}

/** What says what is measured and judged: all but how it is called, whom it tells and what it starts. */
export function measuredPart(rule: AlertRuleSettings): Readonly<Record<string, unknown>> {
  const others = new Set(['name', 'severity', 'channel_ids', 'workflow_id', 'is_active'])
  return Object.fromEntries(Object.entries(rule).filter(([field]) => !others.has(field)))
}
