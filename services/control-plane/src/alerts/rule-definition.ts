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

/** Parses a rule as written. @throws Error if it is not in this version's format. */
export function readWrittenRule(row: Pick<AlertRuleRow, 'id' | 'definition'>): AlertRuleRequest {
  const rule = validateRule(JSON.parse(row.definition))
  if (rule.ok) return rule.value
  throw new Error(`alert rule ${row.id} is stored in an invalid format: ${rule.faults[0]?.pointer ?? ''}`)
}

/** Parses a rule and fills in defaults. @throws Error like `readWrittenRule`. */
export function readRule(row: Pick<AlertRuleRow, 'id' | 'definition'>): AlertRuleSettings {
  return fillAlertRule(readWrittenRule(row))
}

/**
 * Returns a rule as stored: without null fields, which mean the same as omitted ones: the default.
 * @throws ServiceError `invalid-body` naming every field that its kind does not have.
 */
export function writtenRule(fields: Readonly<Record<string, unknown>>): AlertRuleRequest {
  const given = Object.entries(fields).filter(([, value]) => value !== null)
  const rule = validateRule(Object.fromEntries(given))
  if (rule.ok) return rule.value
  throw new ServiceError('invalid-body', { faults: toFieldFaults('body', rule.faults) })
}

/**
 * Returns the fields that define what is measured and how it is judged: all except the name, the notification targets
 * and the workflow.
 */
export function measuredPart(rule: AlertRuleSettings): Readonly<Record<string, unknown>> {
  const others = new Set(['name', 'severity', 'channel_ids', 'workflow_id', 'is_active'])
  return Object.fromEntries(Object.entries(rule).filter(([field]) => !others.has(field)))
}
