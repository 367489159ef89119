/**
 * Returns the parameters of a query string: undefined ones are left out, lists are repeated, and each field of an
 * object is a separate parameter, such as `tag.browser=Firefox`.
 */
export function writeParameters(query: object, prefix = ''): [name: string, text: string][] {
  return Object.entries(query).flatMap(([key, value]: [string, unknown]) => {
    const name = `${prefix}${key}`
    if (Array.isArray(value)) return value.map((each): [string, string] => [name, String(each)])
    if (typeof value === 'object' && value !== null) return writeParameters(value, `${name}.`)
    return value === undefined ? [] : [[name, typeof value === 'string' ? value : JSON.stringify(value)]]
  })
}
