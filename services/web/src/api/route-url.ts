import { createRequestUrl } from '@signalbox/api-client/browser'

type Routes = Readonly<Record<string, readonly [method: string, path: string]>>

/**
 * Returns the absolute URL of a GET route for parameters as sessions record them: path and query in one object. Undefined
 * for other methods, for routes that this server doesn't know, and if a parameter is missing or nested.
 */
export function urlOfRoute(
  routes: Routes,
  id: string,
  parameters: Readonly<Record<string, unknown>>,
  base: string,
): string | undefined {
  const [method, path = ''] = routes[id] ?? []
  const all = Object.entries(parameters)
  if (method !== 'GET' || all.some(([, value]) => typeof value === 'object' && value !== null)) return undefined
  const required = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => parameters[name])
  if (required.some((value) => typeof value !== 'string' || value === '')) return undefined
  const isInPath = ([name]: readonly [string, unknown]) => path.includes(`{${name}}`)
  const params = Object.fromEntries(all.filter(isInPath))
  const query = Object.fromEntries(all.filter((each) => !isInPath(each)))
  // Quotes would end the argument of a shell command that the URL is copied into.
  return createRequestUrl(base, { id, path }, { params, query }).replaceAll("'", '%27')
}
