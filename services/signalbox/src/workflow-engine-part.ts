import type { RouteContract, Static, TObject, TSchema } from '@signalbox/contracts'
import type { EngineLoop } from '@signalbox/control-plane'
import { createLocalCaller, type ApiCaller } from '@signalbox/service-kit'
import type { Analytics } from './analytics.js'
import { createApiRoutes } from './app.js'
import type { ControlPlanePart } from './parts.js'
import { createResource, type Resource } from './resource.js'

interface EngineNeeds {
  controlPlane: ControlPlanePart
  analytics: Resource<Analytics>
}

/** What makes workflows run by themselves. Conditions are judged by the routes of the process, for their organization. */
export function createWorkflowEnginePart(needs: EngineNeeds): Resource<EngineLoop> {
  const open = () => {
    const controlPlane = needs.controlPlane.get()
    const call = createLocalCaller(createApiRoutes({ controlPlane, reader: needs.analytics.get().reader }))
    const ask = async <Query extends TObject, Response extends TSchema>(
      organizationId: string,
      contract: RouteContract<undefined, Query, undefined, Response>,
      query: object,
      // Routes answer what their contracts say.
    ) => (await call(contract, { query }, readerOf(organizationId))) as Static<Response>
    const engine = controlPlane.createWorkflowEngine(ask)
    engine.start()
    return engine
  }
  return createResource('workflow engine', open, (engine) => engine.stop())
}

/** May look at telemetry, and nothing else. */
function readerOf(organizationId: string): ApiCaller {
  return {
    keyId: 'workflow-engine',
    organizationId,
    scopes: new Set(['telemetry:read']),
    queryLimitPerMinute: null,
    ingestLimitPerMinute: null,
  }
}
