import { ServiceError, servingRoleOf, type Static } from '@signalbox/contracts'
import type { LocalCaller } from '../http/local-caller.js'
import type { InternalClient } from './internal-client.js'

/** Services whose routes can be called for an organization. */
export interface CallableServices {
  query: InternalClient
  controlPlane: InternalClient
}

/**
 * Calls routes of other services like a local caller calls those of its own process. The caller's scopes are checked
 * here; the other services only permit reading.
 */
export function createRemoteCaller(services: CallableServices): LocalCaller {
  return async (contract, { params = {}, query = {}, body }, { organizationId, scopes }) => {
    const granted: ReadonlySet<string> = scopes
    if (!granted.has(contract.scope)) {
      throw new ServiceError('forbidden', { detail: `Requires the scope ${contract.scope}` })
    }
    const service = servingRoleOf(contract) === 'query' ? services.query : services.controlPlane
    const request = { organizationId, route: contract.id, params: { ...params }, query: { ...query }, body }
    const { answer } = await service.call('askRoute', request)
    // Routes return what their contracts declare.
    return answer as Static<typeof contract.response>
  }
}
