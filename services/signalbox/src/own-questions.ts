import type { Ask, ControlPlane } from '@signalbox/control-plane'
import { createLocalCaller, type ApiCaller, type LocalCaller, type Resource } from '@signalbox/service-kit'
import type { TelemetryReader } from '@signalbox/telemetry-store'
import { createApiRoutes } from './app.js'

export interface QuestionNeeds {
  controlPlane: () => Pick<Resource<ControlPlane>, 'get'>
  analytics: { get(): { reader: TelemetryReader } }
}

/**
 * What the control plane asks of telemetry: the routes of its own process answer, for one organization, to read only.
 * They are looked up at the first question, because they stand on the control plane themselves.
 */
export function createOwnQuestions(needs: QuestionNeeds): Ask {
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

/** May look at telemetry, and nothing else. */
function readerOf(organizationId: string): ApiCaller {
  return {
    keyId: 'control-plane',
    organizationId,
    scopes: new Set(['telemetry:read', 'issues:read']),
    queryLimitPerMinute: null,
    ingestLimitPerMinute: null,
  }
}
