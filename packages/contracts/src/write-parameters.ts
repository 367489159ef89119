/**
 * The parameters of a query string: those that are undefined are left out, lists are repeated, the fields of objects are
 * parameters of their own, `tag.browser=Firefox`.
 */
export function writeParameters(query: object, prefix = ''): [name: string, text: string][] {
  return Object.entries(query).flatMap(([key, value]: [string, unknown]) => {
    const name = `${prefix}${key}`
    if (Array.isArray(value)) return value.map((each): [string, string] => [name, String(each)])
    if (typeof value === 'object' && value !== null) return writeParameters(value, `${name}.`)
    return value === undefined ? [] : [[name, typeof value === 'string' ? value : JSON.stringify(value)]]
  })
}
