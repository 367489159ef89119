import type { Static } from '@signalbox/contracts'
import type { InternalClient } from '@signalbox/service-kit'
import type { QueryTelemetry } from './query-telemetry.js'

/** Calls read-only routes of the query service for an organization. */
export function createRemoteTelemetryQuery(query: InternalClient): QueryTelemetry {
  return async (organizationId, contract, parameters, params = {}) => {
    const request = { organizationId, route: contract.id, params, query: { ...parameters } }
    const { answer } = await query.call('askRoute', request)
    // Routes return what their contracts declare.
    return answer as Static<typeof contract.response>
  }
}
