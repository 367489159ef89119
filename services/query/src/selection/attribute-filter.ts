import { allOf, type Filter } from './filter.js'

/**
 * Rows that have all of the attributes; no filter without any.
 * @param conditions `name:value` each, the name up to the first colon.
 */
export function withAttributes(conditions: readonly string[] | undefined): Filter | undefined {
  return conditions && allOf(...conditions.map(withAttribute))
}

// An absent attribute reads as empty text, so a condition on empty text has to look for the name as well.
function withAttribute(condition: string, index: number): Filter {
  const colon = condition.indexOf(':')
  const [name, value] = [`attributeName${index}`, `attributeValue${index}`]
  return {
    sql: `mapContains(attributes, {${name}:String}) AND attributes[{${name}:String}] = {${value}:String}`,
    parameters: { [name]: condition.slice(0, colon), [value]: condition.slice(colon + 1) },
  }
}
