import type { QueryTelemetry } from './query-telemetry.js'

/** Organization to query for, and the end of the period in Unix milliseconds. */
export interface QueryContext {
  queryTelemetry: QueryTelemetry
  organizationId: string
  now: number
}

/** Returns the fields that are set: undefined and null do not filter. */
export function givenFilters<T extends object>(filters: T): { [Name in keyof T]?: Exclude<T[Name], null | undefined> } {
  const given = Object.entries(filters).filter(([, value]: [string, unknown]) => value !== undefined && value !== null)
  return Object.fromEntries(given) as { [Name in keyof T]?: Exclude<T[Name], null | undefined> }
}
