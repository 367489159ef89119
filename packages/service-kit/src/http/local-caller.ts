import {
  createId,
  ServiceError,
  type RouteContract,
  type Static,
  type TObject,
  type TSchema,
} from '@signalbox/contracts'
import { writeParameters } from '@signalbox/contracts/write-parameters'
import type { ApiCaller } from '../directory.js'
import { copyInPieces } from '../json/in-pieces.js'
import type { Route } from './route-handler.js'
import { createBodyCheck, createUrlCheck } from './validate-request.js'

/** Content of a request, as an API client specifies it. Undefined parameters are omitted. */
export interface LocalRequest {
  params?: object
  query?: object
  body?: unknown
}

/**
 * Calls a route with the same checks as over HTTP (scope, parameters, body) and returns the response as parsed from its
 * JSON. Only authentication and rate limits are skipped.
 * @throws ServiceError like the route; `not-found` for a route that is not served.
 */
export type LocalCaller = <Response extends TSchema>(
  contract: RouteContract<TObject | undefined, TObject | undefined, TSchema | undefined, Response>,
  request: LocalRequest,
  caller: ApiCaller,
) => Promise<Static<Response>>

/** Calls routes in the same process without a socket. */
export function createLocalCaller(routes: readonly Route[]): LocalCaller {
  const byId = new Map(routes.map((route) => [route.contract.id, route]))
  const checks = new Map<string, LocalCheck>()
  return async (contract, request, caller) => {
    const route = byId.get(contract.id)
    if (!route) throw new ServiceError('not-found', { detail: `${contract.id} is not served here` })
    requireScope(route.contract, caller)
    const check = checks.get(contract.id) ?? createCheck(route.contract)
    checks.set(contract.id, check)
    const answer: unknown = await route.handle({ ...check(request), caller, requestId: createId() })
    const read = await copyInPieces(answer)
    // Routes return what their contracts declare.
    return read as Static<typeof contract.response>
  }
}

function requireScope({ scope }: RouteContract, { scopes }: ApiCaller): void {
  const granted: ReadonlySet<string> = scopes
  if (!granted.has(scope)) throw new ServiceError('forbidden', { detail: `Requires the scope ${scope}` })
}

type LocalCheck = ReturnType<typeof createCheck>

/** Compiled when a route is first called, because a process calls few of them. */
function createCheck(contract: RouteContract) {
  const checkUrl = createUrlCheck(contract)
  const checkBody = createBodyCheck(contract)
  return ({ params = {}, query = {}, body }: LocalRequest) => {
    const queryString = new URLSearchParams(writeParameters(query)).toString()
    const url = checkUrl({ params: { ...params }, queryString })
    if (contract.body === undefined) return { ...url, body: undefined }
    const text = JSON.stringify(body ?? null)
    return { ...url, body: checkBody({ value: JSON.parse(text), bytes: Buffer.byteLength(text) }) }
  }
}
