import { EventStream, FileContent, limits, LinkedPage, Redirect, ServiceError } from '@signalbox/contracts'
import type { Request, Response, Router } from 'express'
import { systemClock, type Clock } from '../clock.js'
import { networkOf } from '../network/network-of.js'
import type { ApiCaller } from '../directory.js'
import type { RateLimits } from '../limits/rate-limits.js'
import { authenticate, type CallerGuards } from './authenticate.js'
import { addressOf, createHttpExchange } from './http-exchange.js'
import { recordOrganization } from './read-turns.js'
import { refuseKey } from './refuse-key.js'
import { requestIdOf } from './request-id.js'
import { labelRoute } from './route-label.js'
import type { Route } from './route-handler.js'
import { sendEventStream } from './send-event-stream.js'
import { sendFile } from './send-file.js'
import { sendJson } from './send-json.js'
import { createRequestCheck } from './validate-request.js'

export interface RouteGuards extends CallerGuards {
  rateLimits: RateLimits
  /** Aborted when the server stops, to end event streams. */
  ending?: AbortSignal
  /** Clock for deciding whether a sign-in is recent. */
  clock?: Clock
}

/** Mounts every path with its methods; other methods get a 405 response. */
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

/** Express treats a trailing slash as optional and serves HEAD with the GET handler. */
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

/** The order matters: authentication, rate limit, permissions, and only then the content of the request. */
function createRouteServer(route: Route, guards: RouteGuards) {
  const { contract } = route
  const readRequest = createRequestCheck(contract)
  return async (req: Request, res: Response): Promise<void> => {
    labelRoute(req, contract.path)
    const caller = await authenticate(req, contract.scope, guards).catch((error: unknown) =>
      refuseKey(error, { req, res }, guards),
    )
    if (caller) recordOrganization(req, caller.organizationId)
    await checkRate(route, caller, { req, res, rateLimits: guards.rateLimits })
    if (caller) checkScope(route, caller)
    if (caller) checkConfirmation(route, caller, guards.clock ?? systemClock)
    const parts = await readRequest(req)
    const http = createHttpExchange(req, res, guards.browser?.cookies)
    const input = { ...parts, requestId: requestIdOf(res), http, ...(contract.takesForm && { form: req }) }
    const answer = await route.handle(caller ? { ...input, caller } : input)
    if (contract.status === 204) res.status(204).end()
    else if (answer instanceof Redirect) res.redirect(contract.status, answer.location)
    else if (answer instanceof EventStream) await stream({ route, req, res }, answer, guards)
    else if (answer instanceof FileContent) await sendFile(res, answer, contract.status)
    else {
      if (answer instanceof LinkedPage) res.setHeader('Link', answer.link)
      await sendJson(res, answer instanceof LinkedPage ? answer.toJSON() : answer, contract.status)
    }
  }
}

/** Re-authenticates the caller periodically, because streams may outlive keys. */
async function stream(
  { route, req, res }: { route: Route; req: Request; res: Response },
  events: EventStream,
  guards: RouteGuards,
): Promise<void> {
  const isAllowed = async () => {
    const caller = await authenticate(req, route.contract.scope, guards)
    if (caller) checkScope(route, caller)
    return true
  }
  await sendEventStream({ req, res }, events, { isAllowed, ...(guards.ending && { ending: guards.ending }) })
}

function checkScope({ contract: { scope } }: Route, { scopes }: ApiCaller): void {
  if (scope === 'public' || scope === 'signed-in' || scopes.has(scope)) return
  throw new ServiceError('forbidden', { detail: `Requires the scope ${scope}` })
}

/** Prevents an unattended browser from being used to create keys. */
function checkConfirmation({ contract }: Route, { actor, confirmedAt = 0 }: ApiCaller, clock: Clock): void {
  if (contract.needsConfirmation !== true || actor?.kind !== 'member') return
  if (clock() - confirmedAt <= limits.signIn.confirmedMs) return
  throw new ServiceError('confirmation-required', {
    detail:
      'Requires a recent sign-in: confirm your identity with POST /api/v1/auth/session/confirm/ and repeat the ' +
      'request',
  })
}

/** Anonymous callers are counted by address. */
async function checkRate(
  { contract }: Route,
  caller: ApiCaller | undefined,
  { req, res, rateLimits }: { req: Request; res: Response; rateLimits: RateLimits },
): Promise<void> {
  const ownLimit = contract.rateLimit === 'query' ? caller?.queryLimitPerMinute : caller?.ingestLimitPerMinute
  const budget = { class: contract.rateLimit, keyId: caller?.keyId ?? `address ${networkOf(addressOf(req))}` }
  const verdict = await rateLimits.check(req, res, { ...budget, limit: ownLimit ?? null })
  if (!verdict.exceeded) return
  throw new ServiceError('rate-limited', { retryAfterSeconds: verdict.retryAfterSeconds })
}
