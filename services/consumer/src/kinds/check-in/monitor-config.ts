import { createValidator, MonitorConfig } from '@signalbox/contracts'
import { isJsonObject } from '@signalbox/sentry-events'
import { readNumber } from './read-number.js'

const validate = createValidator(MonitorConfig)

const numberFields = ['checkin_margin', 'max_runtime', 'failure_issue_threshold', 'recovery_threshold'] as const

/**
 * Parses the schedule sent with a check-in, in the form of `MonitorConfig`: unknown fields and nulls are left out,
 * numbers may be text. Doesn't check whether a crontab or time zone is usable.
 * @returns undefined if there is none or it is invalid.
 */
export function readMonitorConfig(value: unknown): MonitorConfig | undefined {
  if (!isJsonObject(value)) return undefined
  const numbers = numberFields.map((name) => [name, readNumber(value[name])] as const)
  const fields = [['schedule', readSchedule(value['schedule'])], ...numbers, ['timezone', value['timezone']]] as const
  const present = fields.filter(([, field]) => field !== undefined && field !== null)
  const result = validate(Object.fromEntries(present))
  return result.ok ? result.value : undefined
}

function readSchedule(value: unknown): unknown {
  if (!isJsonObject(value)) return value
  const { type, value: every, unit } = value
  return type === 'interval' ? { type, value: readNumber(every), unit } : { type, value: every }
}
