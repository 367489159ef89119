import { openKafkaLog } from '@signalbox/event-log/kafka'
import {
  createAdminServer,
  createHttpPart,
  createInternalClient,
  createLifecycle,
  createMetrics,
  createRateLimitPart,
  createLatchedCheck,
  createRemoteControlPlane,
  createResource,
  createShell,
  createVitals,
  createWarningReporter,
  createWarnings,
  readKafkaLogConfig,
  cacheControlPlane,
  type Service,
  type ServiceOptions,
} from '@signalbox/service-kit'
import type { IngestServiceConfig } from './config.js'
import { createIngestRole } from './role.js'

/**
 * Ingest as its own process, with Kafka as the log and a remote control plane. It becomes ready once it has reached the
 * control plane, and from then on survives its absence with cached keys.
 */
export function createIngestService(config: IngestServiceConfig, { log, onFatal }: ServiceOptions): Service {
  const metrics = createMetrics()
  const warnings = createWarnings({ log, metrics })
  const vitals = createVitals(['ingest'])
  const { rateLimits, redis, components: shared } = createRateLimitPart(config, { metrics, log })
  const remote = createRemoteControlPlane(
    createInternalClient({ baseUrl: config.controlPlaneUrl, token: config.internalToken }),
  )
  const { keys } = cacheControlPlane(remote)
  const kafka = readKafkaLogConfig(config, { log, onFatal })
  const eventLog = createResource(
    'event log',
    () => openKafkaLog(kafka),
    (opened) => opened.close(),
  )
  const ingest = createResource(
    'ingest',
    () => createIngestRole(config, { eventLog: eventLog.get(), keys, rateLimits, redis, metrics, warnings, log }),
    (opened) => opened.close(),
  )
  const http = createHttpPart({
    config,
    log,
    metrics,
    open: () => ({
      app: createShell({ log, metrics, keys, rateLimits, routes: [] }),
      hotRoutes: [ingest.get().hotRoute],
    }),
  })
  const admin = createAdminServer({
    host: config.adminHost,
    port: config.adminPort,
    metrics,
    log,
    warnings,
    checks: {
      'event log': () => eventLog.get().lag('readiness'),
      'control plane': createLatchedCheck(() => remote.ping()),
    },
  })
  const reporter = createWarningReporter({ warnings, vitals, report: remote.reportWarnings, log })
  return { lifecycle: createLifecycle({ components: [...shared, eventLog, ingest, http, reporter, admin], log }) }
}
