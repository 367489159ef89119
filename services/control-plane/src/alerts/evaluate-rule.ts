import { ServiceError, type AlertRuleKind, type AlertRuleSettings } from '@signalbox/contracts'
import type { Log } from '@signalbox/service-kit'
import type { AlertRuleRow } from './store/alert-rules.js'
import { alertRuleTypes, type RulesByKind } from './kinds/index.js'
import type { Measuring } from './kinds/measuring.js'
import { nothingMeasured, type Measurement } from './measurement.js'
import { readRule } from './rule-definition.js'

/** An evaluated rule: its measurement, or why it could not be measured. */
export type EvaluatedRule = { row: AlertRuleRow } & (
  { rule: AlertRuleSettings; measurement: Measurement } | { rule: AlertRuleSettings | undefined; fault: string }
)

const faultLengthMax = 500

/**
 * Measures a rule. A failed query is recorded as the rule's fault and neither opens nor ends an alert. Never rejects.
 */
export async function evaluateRule(
  measuring: Omit<Measuring, 'organizationId'>,
  { row, log }: { row: AlertRuleRow; log: Pick<Log, 'error'> },
): Promise<EvaluatedRule> {
  let rule: AlertRuleSettings | undefined
  try {
    rule = readRule(row)
    return {
      row,
      rule,
      measurement: await measureKnown({ ...measuring, organizationId: row.organization_id }, { row, rule }),
    }
  } catch (error) {
    // The next evaluation may succeed; until then, the error is shown with the rule.
    if (error instanceof ServiceError) return { row, rule, fault: error.message.slice(0, faultLengthMax) }
    log.error({ err: error, rule: row.id }, 'an alert rule could not be measured')
    return { row, rule, fault: 'The query failed' }
  }
}

/**
 * Measures a rule. A source that never sent anything is not considered missing. Rejects if a query is refused or fails.
 */
export async function measureKnown(
  measuring: Measuring,
  { row, rule }: { row: Pick<AlertRuleRow, 'seen_at'>; rule: AlertRuleSettings },
): Promise<Measurement> {
  const measurement = await measureRule(measuring, rule.kind, rule)
  const { isOfSilence = false } = alertRuleTypes[rule.kind]
  const isSilent = isOfSilence && measurement.subjects.every(({ value = 0 }) => value === 0)
  return isSilent && row.seen_at === null ? nothingMeasured : measurement
}

function measureRule<K extends AlertRuleKind>(measuring: Measuring, kind: K, rule: RulesByKind[K]) {
  return alertRuleTypes[kind].measure(measuring, rule)
}
