import type { QueryTelemetry, ControlPlane } from '@signalbox/control-plane'
import { createLocalCaller, type ApiCaller, type LocalCaller, type Resource } from '@signalbox/service-kit'
import type { TelemetryReader } from '@signalbox/telemetry-store'
import { createApiRoutes } from './app.js'

export interface LocalQueryDependencies {
  controlPlane: () => Pick<Resource<ControlPlane>, 'get'>
  analytics: { get(): { reader: TelemetryReader } }
}

/**
 * Lets the control plane query telemetry through the routes of its own process, restricted to one organization and
 * read-only. Routes are resolved at the first query, because they depend on the control plane themselves.
 */
export function createLocalTelemetryQuery(needs: LocalQueryDependencies): QueryTelemetry {
  let call: LocalCaller | undefined
  const open = () => {
    const controlPlane = needs.controlPlane().get()
    return createLocalCaller(createApiRoutes({ controlPlane, reader: needs.analytics.get().reader }))
  }
  return async (organizationId, contract, query, params = {}) => {
    call ??= open()
    return call(contract, { params, query }, readerOf(organizationId))
  }
}

/** Grants read access to telemetry only. */
function readerOf(organizationId: string): ApiCaller {
  return {
    keyId: 'control-plane',
    organizationId,
    scopes: new Set(['telemetry:read', 'issues:read']),
    queryLimitPerMinute: null,
    ingestLimitPerMinute: null,
  }
}
