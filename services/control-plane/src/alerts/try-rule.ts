import { type AlertRuleTrial, limits, toTimestamp } from '@signalbox/contracts'
import type { AlertRuleRow } from './store/alert-rules.js'
import { measureKnown } from './evaluate-rule.js'
import type { MeasuredSubject } from './measurement.js'
import type { Measuring } from './kinds/measuring.js'
import { conditionOf } from './rule-condition.js'
import { readRule } from './rule-definition.js'
import { isBeyond } from '../telemetry-queries/is-beyond.js'

/** Measures a rule at an instant without changing anything. Rejects if a query is refused or fails. */
export async function tryRule(measuring: Measuring, row: AlertRuleRow): Promise<AlertRuleTrial> {
  const rule = readRule(row)
  const { is, value: threshold } = conditionOf(rule)
  const { hasData, subjects } = await measureKnown(measuring, { row, rule })
  const evaluated = subjects
    .filter((one): one is MeasuredSubject & { value: number } => one.value !== undefined)
    .map(({ subject, value }) => ({
      subject: subject === '' ? null : subject,
      value,
      holds: isBeyond(is, value, threshold),
    }))
    .sort((left, right) => (is === 'above' ? right.value - left.value : left.value - right.value))
  return {
    at: toTimestamp(measuring.now),
    has_data: hasData,
    holds: evaluated.some(({ holds }) => holds),
    subjects: evaluated.slice(0, limits.alert.subjectsMax),
    left_out: Math.max(0, evaluated.length - limits.alert.subjectsMax),
  }
}
