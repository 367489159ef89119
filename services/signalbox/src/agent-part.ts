import { createAgent, createAgentMetrics, createLocalApi } from '@signalbox/agent'
import type { ControlPlanePart } from '@signalbox/control-plane'
import { createLocalCaller, createResource, type Resource } from '@signalbox/service-kit'
import type { Analytics } from './analytics.js'
import { createApiRoutes } from './app.js'
import type { PartBase } from './parts.js'

interface AgentNeeds {
  controlPlane: ControlPlanePart
  analytics: Resource<Analytics>
}

/**
 * Runs the agent against the routes of its own process, with the same responses as over HTTP, restricted to one
 * organization and read-only.
 */
export function createAgentPart({ config, log, metrics }: PartBase, needs: AgentNeeds): Resource<unknown> {
  const open = () => {
    const controlPlane = needs.controlPlane.get()
    const call = createLocalCaller(createApiRoutes({ controlPlane, reader: needs.analytics.get().reader }))
    const agent = createAgent(config, {
      work: controlPlane.sessionWork,
      apiFor: (organizationId) => createLocalApi(call, organizationId, log),
      log,
      metrics: createAgentMetrics(metrics),
    })
    agent.start()
    return agent
  }
  return createResource('agent', open, (agent) => agent.stop())
}
