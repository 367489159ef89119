import { minuteMs, type AlertRuleKind, type AlertRuleSettings } from '@signalbox/contracts'
import type { RuleThreshold } from './kinds/alert-rule-type.js'
import { alertRuleTypes, type RulesByKind } from './kinds/index.js'
import type { AlertCondition } from './step-subject.js'

/** Builds the condition that a rule's values are evaluated against. */
export function conditionOf(rule: AlertRuleSettings): AlertCondition {
  const { is, value, resolve_value: resolveValue = null } = thresholdOf(rule.kind, rule)
  return {
    is,
    value,
    resolveValue: resolveValue ?? value,
    forMs: rule.for_minutes * minuteMs,
    resolveForMs: rule.resolve_for_minutes * minuteMs,
  }
}

function thresholdOf<K extends AlertRuleKind>(kind: K, rule: RulesByKind[K]): RuleThreshold {
  return alertRuleTypes[kind].thresholdOf(rule)
}
