import {
  createAdminServer,
  createHttpPart,
  createInternalClient,
  createLifecycle,
  createMetrics,
  createRateLimitPart,
  createRemoteCaller,
  createRemoteControlPlane,
  createResource,
  createShell,
  createVitals,
  createWarningReporter,
  noWarnings,
  publicUrlOf,
  readPackageVersion,
  cacheControlPlane,
  proxyTrustOf,
  type Service,
  type ServiceOptions,
  systemClock,
} from '@signalbox/service-kit'
import type { AgentServiceConfig } from './config.js'
import { createMcpRouter } from './mcp/mcp-router.js'
import { createAgent } from './role.js'
import { createAgentMetrics } from './sessions/agent-metrics.js'
import { createLocalApi } from './sessions/local-api.js'

/**
 * The agent as a separate process, one of several that share the sessions. It also serves the tools at `/mcp`; their
 * queries go to the query service and the control plane.
 */
export function createAgentService(config: AgentServiceConfig, { log }: ServiceOptions): Service {
  const metrics = createMetrics()
  const { rateLimits, components: shared } = createRateLimitPart(config, { metrics, log })
  const { controlPlaneUrl, queryUrl, internalToken: token, adminHost: host, adminPort: port } = config
  const controlPlane = createInternalClient({ baseUrl: controlPlaneUrl, token })
  const query = createInternalClient({ baseUrl: queryUrl, token })
  const remote = createRemoteControlPlane(controlPlane)
  const { keys } = cacheControlPlane(remote)
  const call = createRemoteCaller({ query, controlPlane })
  const publicUrl = publicUrlOf(config)
  const version = readPackageVersion(import.meta.url)
  const http = createHttpPart({
    config,
    log,
    metrics,
    open: () => {
      const mcp = createMcpRouter({ keys, rateLimits, call, publicUrl, clock: systemClock, version, log })
      const guards = { keys, rateLimits, isTrustedProxy: proxyTrustOf(config) }
      return { app: createShell({ ...guards, log, metrics, routes: [], routers: [mcp] }) }
    },
  })
  const agent = createResource(
    'agent',
    () => {
      const apiFor = (organizationId: string) => createLocalApi(call, organizationId, log)
      const role = createAgent(config, {
        work: remote.sessionWork,
        apiFor,
        log,
        metrics: createAgentMetrics(metrics),
      })
      role.start()
      return role
    },
    (role) => role.stop(),
  )
  const checks = { 'control plane': () => remote.ping(), query: () => query.call('ping', {}) }
  const admin = createAdminServer({ host, port, metrics, log, checks })
  const vitals = createVitals(['agent'])
  const reporter = createWarningReporter({ warnings: noWarnings, vitals, report: remote.reportWarnings, log })
  return { lifecycle: createLifecycle({ components: [...shared, http, agent, reporter, admin], log }) }
}
