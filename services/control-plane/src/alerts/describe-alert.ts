import { type AlertRuleSettings, toTimestamp } from '@signalbox/contracts'
import type { AlertRow } from './store/alerts.js'

/** An alert in a sentence or two: what it is about, the value, the threshold, and since when. */
export function describeAlert(alert: AlertRow, rule: AlertRuleSettings): string {
  const what = [describeMeasure(rule), alert.subject].filter((part) => part !== '').join(', ')
  if (alert.resolved_at === null) {
    return `${what}: ${describeValue(alert, rule)}, since ${toTimestamp(alert.began_at)}`
  }
  const why = alert.resolution === 'recovered' ? 'It is over' : 'Nobody looks any longer'
  const peak = isCounted(rule) ? '' : `, ${formatNumber(alert.peak_value)} at worst`
  return `${what}. ${why} since ${toTimestamp(alert.resolved_at)}; it began ${toTimestamp(alert.began_at)}${peak}`
}

/** Whether what is measured is a number that says something to people. */
function isCounted({ kind }: AlertRuleSettings): boolean {
  return kind === 'check_ins' || kind === 'absence'
}

function describeValue({ value, direction, threshold }: AlertRow, rule: AlertRuleSettings): string {
  if (rule.kind === 'check_ins') return `not as expected (${rule.statuses.join(', ')})`
  if (rule.kind === 'absence') return `nothing for ${rule.within_minutes} minutes`
  return `${formatNumber(value)}, ${direction} ${formatNumber(threshold)}`
}

function describeMeasure(rule: AlertRuleSettings): string {
  switch (rule.kind) {
    case 'error_rate':
      return rule.measure === 'events' ? 'Error events' : `Share of failed requests${of(rule.service)}`
    case 'new_issues':
      return 'New issues'
    case 'metric_threshold':
      return rule.source === 'saturation' ? `Use of ${rule.metric}` : `${rule.aggregate ?? ''} of ${rule.metric}`
    case 'p95_latency':
      return `p95 of ${[rule.service, rule.operation].filter((part) => part !== undefined).join(' ')} in ms`
    case 'crash_loops':
      return 'Breakdowns of containers'
    case 'check_ins':
      return 'Scheduled job'
    case 'absence':
      return `Silence of ${rule.of.replace('_', ' ')}${of(rule.service ?? rule.metric ?? rule.monitor)}`
  }
}

function of(name: string | undefined): string {
  return name === undefined ? '' : ` of ${name}`
}

/** Four significant digits; whole numbers in full. */
function formatNumber(value: number): string {
  return String(Number.isInteger(value) ? value : Number(value.toPrecision(4)))
}
