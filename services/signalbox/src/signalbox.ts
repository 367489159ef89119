import {
  createBackgroundPart,
  createControlPlanePart,
  renderAnnouncement,
  type ControlPlanePart,
} from '@signalbox/control-plane'
import {
  createAdminServer,
  createDiskWatch,
  createLifecycle,
  createMetrics,
  createRateLimitPart,
  createVitals,
  createWarnings,
  publicUrlOf,
  type Service,
  type ServiceOptions,
} from '@signalbox/service-kit'
import { processRoles } from '@signalbox/contracts'
import { createAgentPart } from './agent-part.js'
import type { SignalboxConfig } from './config.js'
import { createDataDirectory } from './data-directory.js'
import { createLocalTelemetryQuery } from './local-telemetry-query.js'
import { showStorage } from './storage-metrics.js'
import {
  createAnalyticsPart,
  createConsumerPart,
  createEventLogPart,
  createIngestPart,
  createPublicPart,
} from './parts.js'

/**
 * Runs all roles in one process. Components start in dependency order and stop in reverse:
 * 1. data directory, event log, control plane, analytics store: everything else depends on them; the control plane
 * serves the event log's dead letters,
 * 2. consumer: before ingest, so that it works through the backlog of the previous run,
 * 3. ingest and HTTP: accept requests only once everything behind them is up; HTTP stops first, so that nothing new
 * arrives while the rest finishes,
 * 4. agent and background work of the control plane: both call HTTP routes and stop before HTTP does; background work
 * creates the agent's sessions, so it stops first,
 * 5. admin port: last, so that its readiness is accurate from the first response on.
 */
export function createSignalbox(config: SignalboxConfig, { log, onFatal }: ServiceOptions): Service {
  const metrics = createMetrics()
  const warnings = createWarnings({ log, metrics })
  const vitals = createVitals(processRoles)
  showStorage(config, { metrics, vitals })
  const { components: shared, ...limiting } = createRateLimitPart(config, { metrics, log })
  const base = { config, log, metrics, warnings, vitals, ...limiting }

  const dataDirectory = createDataDirectory(config.dataDirectory)
  const analytics = createAnalyticsPart(base)
  const queryTelemetry = createLocalTelemetryQuery({ analytics, controlPlane: () => controlPlane })
  const eventLog = createEventLogPart(base, onFatal)
  const controlPlane: ControlPlanePart = createControlPlanePart(config, {
    queryTelemetry,
    log,
    metrics,
    warnings,
    vitals,
    eventLog,
  })
  const consumer = createConsumerPart(base, { controlPlane, eventLog, analytics })
  const ingest = createIngestPart(base, { eventLog, controlPlane })
  const http = createPublicPart(base, { controlPlane, analytics, ingest })
  const agent = createAgentPart(base, { controlPlane, analytics })
  const background = createBackgroundPart(controlPlane)
  const admin = createAdminServer({
    host: config.adminHost,
    port: config.adminPort,
    metrics,
    log,
    warnings,
    checks: {
      'event log': () => eventLog.get().lag('readiness'),
      'analytics store': () => analytics.get().reader.ping(),
    },
  })

  const disk = createDiskWatch({ directory: config.dataDirectory, vitals, warnings, log })
  const stores = [dataDirectory, disk, eventLog, controlPlane, analytics]
  const components = [...shared, ...stores, consumer, ingest, http, agent, background, admin]
  return {
    lifecycle: createLifecycle({ components, log }),
    announce: () => renderAnnouncement({ ...controlPlane.get().welcome(), address: publicUrlOf(config) }),
  }
}
