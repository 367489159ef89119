import { FileContent, ServiceError } from '@signalbox/contracts'
import type { Request, Response, Router } from 'express'
import type { ApiCaller, KeyDirectory } from '../directory.js'
import type { RateLimits } from '../limits/rate-limits.js'
import { readApiKey } from './api-key.js'
import { requestIdOf } from './request-id.js'
import { labelRoute } from './route-label.js'
import type { Route } from './route-handler.js'
import { sendFile } from './send-file.js'
import { createRequestCheck } from './validate-request.js'

export interface RouteGuards {
  keys: KeyDirectory
  rateLimits: RateLimits
}

/** Mounts each path of the routes with its methods; other methods of these paths are answered 405. */
export function mountRoutes(router: Router, routes: readonly Route[], guards: RouteGuards): void {
  const byPath = new Map<string, Route[]>()
  for (const route of routes) {
    for (const path of [route.contract.path, ...(route.contract.aliases ?? [])]) {
      byPath.set(path, [...(byPath.get(path) ?? []), route])
    }
  }
  for (const [path, routesOfPath] of byPath) {
    mountPath(router, path, routesOfPath, guards)
  }
}

/** Express answers a path with and without its trailing slash alike, and HEAD by the handler of GET. */
function mountPath(router: Router, path: string, routes: readonly Route[], guards: RouteGuards): void {
  const mounted = router.route(path.replaceAll(/\{(\w+)\}/g, ':$1'))
  for (const route of routes) {
    mounted[route.contract.method](createRouteServer(route, guards))
  }
  const allow = routes.flatMap(({ contract: { method } }) =>
    method === 'get' ? ['GET', 'HEAD'] : method.toUpperCase(),
  )
  mounted.all((req, res) => {
    labelRoute(req, path)
    res.setHeader('Allow', [...allow, 'OPTIONS'].join(', '))
    if (req.method !== 'OPTIONS') throw new ServiceError('method-not-allowed')
    res.status(204).end()
  })
}

/** The order matters: who calls, how often, what they may do, and only then what they say. */
function createRouteServer(route: Route, guards: RouteGuards) {
  const { contract } = route
  const readRequest = createRequestCheck(contract)
  return async (req: Request, res: Response): Promise<void> => {
    labelRoute(req, contract.path)
    const caller = await authenticate(req, guards.keys)
    await checkRate(route, caller, { req, res, rateLimits: guards.rateLimits })
    if (!caller.scopes.has(contract.scope)) {
      throw new ServiceError('forbidden', { detail: `The scope ${contract.scope} is needed` })
    }
    const parts = await readRequest(req)
    const answer = await route.handle({ ...parts, caller, requestId: requestIdOf(res) })
    if (contract.status === 204) res.status(204).end()
    else if (answer instanceof FileContent) sendFile(res, answer)
    else res.status(contract.status).json(answer)
  }
}

async function authenticate(req: Request, keys: KeyDirectory): Promise<ApiCaller> {
  const key = readApiKey(req.headers.authorization)
  const caller = key === undefined ? undefined : await keys.findApiKey(key)
  if (caller) return caller
  throw new ServiceError('unauthenticated', { detail: 'Send `Authorization: Bearer <API key>`' })
}

async function checkRate(
  { contract }: Route,
  caller: ApiCaller,
  { req, res, rateLimits }: { req: Request; res: Response; rateLimits: RateLimits },
): Promise<void> {
  const limit = contract.rateLimit === 'query' ? caller.queryLimitPerMinute : caller.ingestLimitPerMinute
  const verdict = await rateLimits.check(req, res, { class: contract.rateLimit, keyId: caller.keyId, limit })
  if (!verdict.exceeded) return
  throw new ServiceError('rate-limited', { retryAfterSeconds: verdict.retryAfterSeconds })
}
