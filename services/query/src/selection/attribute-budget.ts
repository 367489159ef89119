import { limits } from '@signalbox/contracts'
import type { Filter } from './filter.js'

/** A row with its attributes, or without them when the rows before it used up what an answer may hold. */
export interface BudgetedRow {
  attributes: Record<string, string>
  has_attributes: 0 | 1
}

const attributeBytes =
  'arraySum(arrayMap(text -> length(text), mapKeys(attributes))) + ' +
  'arraySum(arrayMap(text -> length(text), mapValues(attributes)))'

/**
 * The rows of a query in the order given, with attributes as long as all together stay within the limit: a few rows
 * with large attributes would otherwise make an answer that nobody can hold in memory.
 * @param rows Query with the column `attributes` and the columns that `order` names, bounded in rows.
 * @param columns What to answer besides, from the columns of the query; `sent` are the attributes whatever they take.
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

/** How many rows are answered without their attributes. */
export function countLeftOut(rows: readonly BudgetedRow[]): number {
  return rows.filter(({ has_attributes: has }) => has === 0).length
}
