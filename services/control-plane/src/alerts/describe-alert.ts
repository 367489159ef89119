import { toTimestamp, type AlertRuleKind, type AlertRuleSettings } from '@signalbox/contracts'
import { alertRuleTypes, type RulesByKind } from './kinds/index.js'
import type { AlertRow } from './store/alerts.js'

/** Describes an alert in a sentence or two: its subject, value, threshold and start. */
export function describeAlert(alert: AlertRow, rule: AlertRuleSettings): string {
  const { measure, fault } = wordsOf(rule.kind, rule)
  const what = [measure, alert.subject].filter((part) => part !== '').join(', ')
  if (alert.resolved_at === null) {
    return `${what}: ${fault ?? describeValue(alert)}, since ${toTimestamp(alert.began_at)}`
  }
  const why = alert.resolution === 'recovered' ? 'Recovered' : 'No longer evaluated'
  const peak = fault === undefined ? `, worst value ${formatNumber(alert.peak_value)}` : ''
  return `${what}. ${why} at ${toTimestamp(alert.resolved_at)}; started at ${toTimestamp(alert.began_at)}${peak}`
}

function wordsOf<K extends AlertRuleKind>(kind: K, rule: RulesByKind[K]) {
  const type = alertRuleTypes[kind]
  return { measure: type.describe(rule), fault: type.describeFault?.(rule) }
}

function describeValue({ value, direction, threshold }: AlertRow): string {
  return `${formatNumber(value)}, ${direction} ${formatNumber(threshold)}`
}

/** Four significant digits; integers in full. */
function formatNumber(value: number): string {
  return String(Number.isInteger(value) ? value : Number(value.toPrecision(4)))
}
