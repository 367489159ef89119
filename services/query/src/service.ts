import {
  createAdminServer,
  createCookies,
  createHttpPart,
  createInternalClient,
  createInternalRouter,
  createLifecycle,
  createMetrics,
  createRateLimitPart,
  createLatchedCheck,
  createRemoteControlPlane,
  createResource,
  createRouteHandler,
  createShell,
  createVitals,
  createWarningReporter,
  noWarnings,
  publicUrlOf,
  cacheControlPlane,
  storeServerOf,
  systemClock,
  proxyTrustOf,
  type Metrics,
  type Service,
  type ServiceOptions,
} from '@signalbox/service-kit'
import { createStoreClient } from '@signalbox/telemetry-store'
import { createQueryRoutes } from './app.js'
import type { QueryServiceConfig } from './config.js'
import { createObservedReader } from './reading/observed-reader.js'

/**
 * The query service as a separate process: the telemetry routes for keys, people and the other services. It is ready
 * once it has reached the control plane, and continues without it from cached data.
 */
export function createQueryService(config: QueryServiceConfig, { log }: ServiceOptions): Service {
  const metrics = createMetrics()
  const { rateLimits, components: shared } = createRateLimitPart(config, { metrics, log })
  const { controlPlaneUrl: baseUrl, internalToken: token, adminHost: host, adminPort: port } = config
  const remote = createRemoteControlPlane(createInternalClient({ baseUrl, token }))
  const { keys, sessions, ...directories } = cacheControlPlane(remote)
  const publicUrl = publicUrlOf(config)
  const store = createResource(
    'analytics store',
    () => openReader(config, metrics),
    (opened) => opened.close(),
  )
  const http = createHttpPart({
    config,
    log,
    metrics,
    open: (ending) => {
      const routes = createQueryRoutes({ reader: store.get().reader, ...directories, clock: systemClock })
      const handlers = { ping: () => ({}), ...createRouteHandler(routes) }
      const browser = { sessions, cookies: createCookies(publicUrl), publicUrl }
      const guards = { keys, browser, rateLimits, isTrustedProxy: proxyTrustOf(config), ending }
      return {
        app: createShell({ ...guards, log, metrics, routes, routers: [createInternalRouter({ token, handlers })] }),
      }
    },
  })
  const checks = {
    'analytics store': () => store.get().reader.ping(),
    'control plane': createLatchedCheck(() => remote.ping()),
  }
  const admin = createAdminServer({ host, port, metrics, log, checks })
  const vitals = createVitals(['query'])
  const reporter = createWarningReporter({ warnings: noWarnings, vitals, report: remote.reportWarnings, log })
  return { lifecycle: createLifecycle({ components: [...shared, store, http, reporter, admin], log }) }
}

async function openReader(config: QueryServiceConfig, metrics: Metrics) {
  const client = await createStoreClient(storeServerOf(config, 'reader'))
  return { reader: createObservedReader(client, metrics), close: () => client.close() }
}
