import { isJsonObject, type JsonObject } from '@signalbox/sentry-events'

/** What browsers report about, in the words of the protocol. */
export const securityReportTypes = ['csp', 'expectct', 'expectstaple', 'hpkp'] as const
export type SecurityReportType = (typeof securityReportTypes)[number]

/** One report, whatever form it came in. */
export interface SecurityReport {
  type: SecurityReportType
  /** As sent, without what it was wrapped in. */
  fields: JsonObject
}

/** The key that older reports are wrapped in. */
const wrappers: readonly (readonly [string, SecurityReportType])[] = [
  ['csp-report', 'csp'],
  ['expect-ct-report', 'expectct'],
  ['expect-staple-report', 'expectstaple'],
]

/**
 * Finds out what a report is about: `{"csp-report": {...}}` and its like, `{"type": "csp-violation", "body": {...}}` of
 * the Reporting API, key pinning reports, which are not wrapped, and `{"type": "csp", "csp": {...}}`.
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

/** @returns a text of the report by its name; dashes, underscores and case do not matter. Empty when absent. */
export type ReportReader = (...names: readonly string[]) => string

const textLengthMax = 4_096

/** Each browser and each version spells the names another way: `blocked-uri`, `blocked_uri`, `blockedURL`. */
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
