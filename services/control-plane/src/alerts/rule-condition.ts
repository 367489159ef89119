import { type AlertRuleSettings, minuteMs } from '@signalbox/contracts'
import type { AlertCondition } from './step-subject.js'

/** What a rule says of the values that are measured for it. */
export function conditionOf(rule: AlertRuleSettings): AlertCondition {
  const { is, value, resolve_value: resolveValue = null } = thresholdOf(rule)
  return {
    is,
    value,
    resolveValue: resolveValue ?? value,
    forMs: rule.for_minutes * minuteMs,
    resolveForMs: rule.resolve_for_minutes * minuteMs,
  }
}

interface Threshold {
  is: 'above' | 'below'
  value: number
  resolve_value?: number | null
}

function thresholdOf(rule: AlertRuleSettings): Threshold {
  switch (rule.kind) {
    case 'crash_loops':
      return { is: 'above', value: rule.value, resolve_value: rule.resolve_value }
    // Measured as 1 for bad and 0 for well.
    case 'check_ins':
      return { is: 'above', value: 0 }
    // Measured as how much came.
    case 'absence':
      return { is: 'below', value: 1 }
    default:
      return rule
  }
}
