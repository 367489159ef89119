import type { RouteContract } from './route.js'

/** The roles that serve routes, where each runs as a process of its own. */
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
 * Which role serves a route: what a proxy in front of separate services goes by as well. SDKs send to ingest, on paths
 * that are not routes.
 */
export function servingRoleOf({ method, path }: Pick<RouteContract, 'method' | 'path'>): ServingRole {
  const found = patterns.find((pattern) => pattern.path.test(path) && (pattern.method ?? method) === method)
  return found?.role ?? 'control-plane'
}
