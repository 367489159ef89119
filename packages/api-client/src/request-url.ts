import type { RouteContract } from '@signalbox/contracts'
import { writeParameters } from '@signalbox/contracts/write-parameters'

/**
 * Builds the URL of a request.
 * @throws Error if a path parameter is missing, which is a bug in the caller.
 */
export function createRequestUrl(
  baseUrl: string,
  { id, path }: Pick<RouteContract, 'id'> & { path: string },
  { params = {}, query = {} }: { params?: object; query?: object },
): string {
  const values = new Map<string, unknown>(Object.entries(params))
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values.get(name)
    if (typeof value !== 'string' || value === '') throw new Error(`${id} requires the path parameter ${name}`)
    return encodeURIComponent(value)
  })
  const search = new URLSearchParams(writeParameters(query))
  return `${baseUrl.replace(/\/+$/, '')}${filled}${search.size === 0 ? '' : `?${search.toString()}`}`
}
