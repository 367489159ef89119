import { ServiceError, servingRoleOf, type Static } from '@signalbox/contracts'
import type { LocalCaller } from '../http/local-caller.js'
import type { InternalClient } from './internal-client.js'

/** The services whose routes can be asked for an organization. */
export interface AskedServices {
  query: InternalClient
  controlPlane: InternalClient
}

/**
 * Calls routes of other services as a local caller calls those of its own process. The caller's scopes are looked at
 * here; the other services let nobody do more than look.
 */
export function createRemoteCaller(services: AskedServices): LocalCaller {
  return async (contract, { params = {}, query = {}, body }, { organizationId, scopes }) => {
    const granted: ReadonlySet<string> = scopes
    if (!granted.has(contract.scope)) {
      throw new ServiceError('forbidden', { detail: `Requires the scope ${contract.scope}` })
    }
    const service = servingRoleOf(contract) === 'query' ? services.query : services.controlPlane
    const request = { organizationId, route: contract.id, params: { ...params }, query: { ...query }, body }
    const { answer } = await service.call('askRoute', request)
    // Routes answer what their contracts say.
    return answer as Static<typeof contract.response>
  }
}
