import { ServiceError, type ApiScope } from '@signalbox/contracts'
import type { ApiCaller } from '../directory.js'
import { createLocalCaller } from '../http/local-caller.js'
import type { Route } from '../http/route-handler.js'
import type { InternalHandlers } from './internal-router.js'

/** Scopes of services and agent sessions that act for an organization: read-only. */
export const internalScopes: readonly ApiScope[] = ['telemetry:read', 'projects:read', 'issues:read', 'changes:read']

/** Serves requests of other services with the routes of this one, for the organization they name. */
export function createRouteHandler(routes: readonly Route[]): InternalHandlers {
  const call = createLocalCaller(routes)
  const contracts = new Map(routes.map(({ contract }) => [contract.id, contract]))
  return {
    askRoute: async ({ organizationId, route, ...request }) => {
      const contract = contracts.get(route)
      if (!contract) throw new ServiceError('bad-request', { detail: `${route} is not served here` })
      return { answer: await call(contract, request, readerOf(organizationId)) }
    },
  }
}

function readerOf(organizationId: string): ApiCaller {
  return {
    keyId: 'internal',
    organizationId,
    scopes: new Set(internalScopes),
    queryLimitPerMinute: null,
    ingestLimitPerMinute: null,
  }
}
