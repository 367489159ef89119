import { isJsonObject, type JsonObject } from '@signalbox/sentry-events'

/** Types of browser reports, in the terms of the protocol. */
export const securityReportTypes = ['csp', 'expectct', 'expectstaple', 'hpkp'] as const
export type SecurityReportType = (typeof securityReportTypes)[number]

/** A report in unified form. */
export interface SecurityReport {
  type: SecurityReportType
  /** As sent, without the wrapper. */
  fields: JsonObject
}

/** Wrapper keys of older reports. */
const wrappers: readonly (readonly [string, SecurityReportType])[] = [
  ['csp-report', 'csp'],
  ['expect-ct-report', 'expectct'],
  ['expect-staple-report', 'expectstaple'],
]

/**
 * Determines a report's type: `{"csp-report": {...}}` and similar, `{"type": "csp-violation", "body": {...}}` of the
 * Reporting API, key pinning reports, which have no wrapper, and `{"type": "csp", "csp": {...}}`.
 * @returns undefined for anything else.
 */
export function readSecurityReport(value: unknown): SecurityReport | undefined {
  if (!isJsonObject(value)) return undefined
  if (value['type'] === 'csp-violation') return toReport('csp', value['body'])
  const wrapper = wrappers.find(([key]) => isJsonObject(value[key]))
  if (wrapper !== undefined) return toReport(wrapper[1], value[wrapper[0]])
  if (Array.isArray(value['known-pins'])) return toReport('hpkp', value)
  const type = securityReportTypes.find((known) => known === value['type'])
  return type === undefined ? undefined : toReport(type, value[type])
}

function toReport(type: SecurityReportType, fields: unknown): SecurityReport | undefined {
  return isJsonObject(fields) ? { type, fields } : undefined
}

/** @returns A text field of the report by name, ignoring dashes, underscores and case. Empty if absent. */
export type ReportReader = (...names: readonly string[]) => string

const textLengthMax = 4_096

/** Spelling varies between browsers and versions: `blocked-uri`, `blocked_uri`, `blockedURL`. */
export function createReportReader(fields: JsonObject): ReportReader {
  const texts = new Map<string, string>()
  for (const [name, value] of Object.entries(fields)) {
    const key = plainName(name)
    if (typeof value === 'string' && !texts.has(key)) texts.set(key, value.slice(0, textLengthMax).trim())
  }
  return (...names) => names.map((name) => texts.get(plainName(name)) ?? '').find((text) => text !== '') ?? ''
}

function plainName(name: string): string {
  return name.slice(0, 64).replaceAll(/[-_]/g, '').toLowerCase()
}
