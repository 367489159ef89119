import type { SessionReport } from '@signalbox/contracts'
import { canonicalJson } from '../investigation/canonical-json.js'

/** A part of a report that differs. */
export interface ReportDifference {
  /** Name of the field. */
  field: string
  /** The original and the new value; JSON. */
  before: unknown
  after: unknown
}

/** The fields in which two reports differ, sorted by name. */
export function compareReports(before: SessionReport, after: SessionReport): ReportDifference[] {
  const [old, now] = [new Map(Object.entries(before)), new Map(Object.entries(after))]
  const fields = [...new Set([...old.keys(), ...now.keys()])].sort()
  return fields
    .map((field): ReportDifference => ({ field, before: old.get(field), after: now.get(field) }))
    .filter((each) => canonicalJson(each.before) !== canonicalJson(each.after))
}
