import { allOf, type Filter } from './filter.js'

/** Rows of which the map in a column has all of the tags, each with exactly its value; no filter without any. */
export function withTags(column: string, tags: Readonly<Record<string, string>> | undefined): Filter | undefined {
  return tags && allOf(...Object.entries(tags).map(([key, value], index) => withTag(column, key, value, index)))
}

function withTag(column: string, key: string, value: string, index: number): Filter {
  const names = { key: `tagKey${index}`, value: `tagValue${index}` }
  return {
    sql: `${column}[{${names.key}:String}] = {${names.value}:String}`,
    parameters: { [names.key]: key, [names.value]: value },
  }
}
