import type { RouteContract } from './route.js'

/** The roles that serve routes, each of which can run as its own process. */
export type ServingRole = 'ingest' | 'query' | 'control-plane'

const patterns: readonly { role: ServingRole; method?: RouteContract['method']; path: RegExp }[] = [
  { role: 'ingest', method: 'post', path: /^\/api\/v1\/telemetry\/(?:metrics|spans)\/$/ },
  { role: 'query', path: /^\/api\/v1\/telemetry\/(?:query\/|errors\/$)/ },
  {
    role: 'query',
    path: /^\/api\/v1\/(?:issues\/\{\w+\}\/(?:events|grouping|tags)|telemetry\/projects\/\{\w+\}\/grouping)\//,
  },
  { role: 'query', path: /^\/api\/0\/projects\/\{\w+\}\/\{\w+\}\/events\// },
  { role: 'query', path: /^\/api\/0\/organizations\/\{\w+\}\/(?:events|monitors)\/$/ },
]

/**
 * The role that serves a route; a proxy in front of separate services routes by the same rule. SDKs send to ingest, on
 * paths that are not routes.
 */
export function servingRoleOf({ method, path }: Pick<RouteContract, 'method' | 'path'>): ServingRole {
  const found = patterns.find((pattern) => pattern.path.test(path) && (pattern.method ?? method) === method)
  return found?.role ?? 'control-plane'
}
