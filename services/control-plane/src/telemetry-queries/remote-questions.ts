import type { RouteContract, Static, TObject, TSchema } from '@signalbox/contracts'
import type { InternalClient } from '@signalbox/service-kit'
import type { Ask } from './ask.js'

/** Asks the query service, for an organization and to read only. */
export function createRemoteQuestions(query: InternalClient): Ask {
  return async <Query extends TObject, Response extends TSchema>(
    organizationId: string,
    contract: RouteContract<TObject | undefined, Query, undefined, Response>,
    parameters: object,
    params: Readonly<Record<string, string>> = {},
  ) => {
    const request = { organizationId, route: contract.id, params, query: { ...parameters } }
    const { answer } = await query.call('askRoute', request)
    // Routes answer what their contracts say.
    return answer as Static<Response>
  }
}
