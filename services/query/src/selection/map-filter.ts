import { allOf, type Filter } from './filter.js'

/** Rows whose map column has all of the tags, each with exactly its value; no filter without any. */
export function withTags(column: string, tags: Readonly<Record<string, string>> | undefined): Filter | undefined {
  return tags && withEntries(column, Object.entries(tags))
}

/**
 * Rows with all of the attributes; no filter without any.
 * @param conditions `name:value` each; the name extends to the first colon.
 */
export function withAttributes(conditions: readonly string[] | undefined): Filter | undefined {
  return conditions && withEntries('attributes', conditions.map(readCondition))
}

/** Like `withAttributes`, for rows that also have resource attributes. Those of the row take precedence. */
export function withAttributesOrResource(conditions: readonly string[] | undefined): Filter | undefined {
  return (
    conditions &&
    allOf(
      ...conditions.map((condition, index) => {
        const [key, value] = readCondition(condition)
        const [keyName, valueName] = [`pointKey${index}`, `pointValue${index}`]
        const holds = (column: string) => `mapContains(${column}, {${keyName}:String})`
        const equals = (column: string) => `${column}[{${keyName}:String}] = {${valueName}:String}`
        return {
          sql: `if(${holds('attributes')}, ${equals('attributes')}, ${holds('resource')} AND ${equals('resource')})`,
          parameters: { [keyName]: key, [valueName]: value },
        }
      }),
    )
  )
}

function readCondition(condition: string): [key: string, value: string] {
  const colon = condition.indexOf(':')
  return [condition.slice(0, colon), condition.slice(colon + 1)]
}

function withEntries(column: string, entries: readonly [key: string, value: string][]): Filter {
  return allOf(...entries.map((entry, index) => withEntry(column, entry, index)))
}

// A missing entry reads as empty text, so a condition on empty text must also check the key.
function withEntry(column: string, [key, value]: readonly [key: string, value: string], index: number): Filter {
  const [keyName, valueName] = [`${column}Key${index}`, `${column}Value${index}`]
  const isEqual = `${column}[{${keyName}:String}] = {${valueName}:String}`
  return {
    sql: value === '' ? `mapContains(${column}, {${keyName}:String}) AND ${isEqual}` : isEqual,
    parameters: { [keyName]: key, [valueName]: value },
  }
}
