import type { RouteContract } from '@signalbox/contracts'

/**
 * The address of a request. Parameters that are undefined are left out, lists are repeated, the fields of objects are
 * parameters of their own.
 * @throws Error when a parameter of the path is missing: the caller is wrong, not the server.
 */
export function createRequestUrl(
  baseUrl: string,
  { id, path }: Pick<RouteContract, 'id'> & { path: string },
  { params = {}, query = {} }: { params?: object; query?: object },
): string {
  const values = new Map<string, unknown>(Object.entries(params))
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values.get(name)
    if (typeof value !== 'string' || value === '') throw new Error(`${id} needs the path parameter ${name}`)
    return encodeURIComponent(value)
  })
  const search = new URLSearchParams(writeQuery(query))
  return `${baseUrl.replace(/\/+$/, '')}${filled}${search.size === 0 ? '' : `?${search.toString()}`}`
}

function writeQuery(query: object, prefix = ''): [name: string, text: string][] {
  return Object.entries(query).flatMap(([key, value]: [string, unknown]) => {
    const name = `${prefix}${key}`
    if (Array.isArray(value)) return value.map((each): [string, string] => [name, String(each)])
    if (typeof value === 'object' && value !== null) return writeQuery(value, `${name}.`)
    return value === undefined ? [] : [[name, typeof value === 'string' ? value : JSON.stringify(value)]]
  })
}
