import { createHash } from 'node:crypto'
import { type AlertRuleSettings, minuteMs } from '@signalbox/contracts'

/**
 * When a rule is measured next: once a minute. Rules are spread over the minute, but those that ask the same question
 * come together, so that it is asked once. @param now Unix milliseconds.
 */
export function nextDue(organizationId: string, rule: AlertRuleSettings, now: number): number {
  const window = 'within_minutes' in rule ? rule.within_minutes : 0
  const question = JSON.stringify([organizationId, rule.kind, rule.project_id, window])
  const phase = createHash('sha256').update(question).digest().readUInt32BE(0) % minuteMs
  const intoMinute = (((now - phase) % minuteMs) + minuteMs) % minuteMs
  return now + minuteMs - intoMinute
}
