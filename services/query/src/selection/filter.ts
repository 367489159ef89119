import type { QueryParameter } from '@signalbox/telemetry-store'

/** A condition in SQL with its bound values. Values never become part of the text. */
export interface Filter {
  sql: string
  parameters: Readonly<Record<string, QueryParameter>>
}

/** The conjunction of the given filters; true if there are none. Bound names must be distinct. */
export function allOf(...filters: readonly (Filter | undefined)[]): Filter {
  const present = filters.filter((filter) => filter !== undefined)
  return {
    sql: present.map(({ sql }) => `(${sql})`).join(' AND ') || 'true',
    parameters: Object.assign({}, ...present.map(({ parameters }) => parameters)) as Filter['parameters'],
  }
}

/** `column = value`, or no filter without a value. The value is bound under the column's name. */
export function whereEqual(column: string, value: string | undefined): Filter | undefined {
  return value === undefined ? undefined : { sql: `${column} = {${column}:String}`, parameters: { [column]: value } }
}

/** The column starts with the value, matched literally; no filter without a value. */
export function whereStartsWith(column: string, value: string | undefined): Filter | undefined {
  if (value === undefined) return undefined
  return { sql: `startsWith(${column}, {${column}:String})`, parameters: { [column]: value } }
}

/**
 * One of the columns contains the text, ignoring case, matched literally; no filter without a text. The function knows
 * no wildcards, and is as fast as ILIKE.
 */
export function whereContains(columns: readonly string[], search: string | undefined): Filter | undefined {
  if (search === undefined) return undefined
  const conditions = columns.map((column) => `positionCaseInsensitiveUTF8(${column}, {search:String}) > 0`)
  return { sql: conditions.join(' OR '), parameters: { search } }
}
