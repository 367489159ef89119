import type { Ask } from './ask.js'

/** Who asks of telemetry, and until when is looked: Unix milliseconds. */
export interface QueryContext {
  ask: Ask
  organizationId: string
  now: number
}

/** The fields that are given: what is left out, or null, filters nothing. */
export function givenFilters<T extends object>(filters: T): { [Name in keyof T]?: Exclude<T[Name], null | undefined> } {
  const given = Object.entries(filters).filter(([, value]: [string, unknown]) => value !== undefined && value !== null)
  return Object.fromEntries(given) as { [Name in keyof T]?: Exclude<T[Name], null | undefined> }
}
