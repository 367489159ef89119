import { limits } from '@signalbox/contracts'
import type { Filter } from './filter.js'

/** A row with its attributes, or without them if earlier rows used up the response's budget. */
export interface BudgetedRow {
  attributes: Record<string, string>
  has_attributes: 0 | 1
}

const attributeBytes =
  'arraySum(arrayMap(text -> length(text), mapKeys(attributes))) + ' +
  'arraySum(arrayMap(text -> length(text), mapValues(attributes)))'

/**
 * The rows of a query in the given order, with attributes for as long as their total stays within the limit: otherwise,
 * a few rows with large attributes would make a response that doesn't fit in memory.
 * @param rows Query with the column `attributes` and the columns named in `order`; its number of rows must be bounded.
 * @param columns Additional columns of the result; `sent` are the attributes regardless of size.
 */
export function withinAttributeBudget(rows: Filter, { columns, order }: { columns: string; order: string }): Filter {
  return {
    sql: `
      SELECT ${columns}, has_attributes, mapFilter((name, value) -> has_attributes = 1, sent) AS attributes
      FROM (
        SELECT * EXCEPT attributes, attributes AS sent,
          sum(${attributeBytes}) OVER (ORDER BY ${order} ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
            <= {attributeBytesMax:UInt64} AS has_attributes
        FROM (${rows.sql}))
      ORDER BY ${order}`,
    parameters: { ...rows.parameters, attributeBytesMax: limits.query.attributeBytesMax },
  }
}

/** Number of rows returned without their attributes. */
export function countLeftOut(rows: readonly BudgetedRow[]): number {
  return rows.filter(({ has_attributes: has }) => has === 0).length
}
