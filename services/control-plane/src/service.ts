import type { EventLog } from '@signalbox/event-log'
import {
  ConfigError,
  createAdminServer,
  createDiskWatch,
  createControlPlaneHandlers,
  createHttpPart,
  createInternalClient,
  createInternalRouter,
  createLifecycle,
  createMetrics,
  createRateLimitPart,
  createResource,
  createRouteHandler,
  createVitals,
  createWarnings,
  publicUrlOf,
  readKafkaLogConfig,
  proxyTrustOf,
  systemClock,
  type Resource,
  type Service,
  type ServiceOptions,
  type InternalClient,
} from '@signalbox/service-kit'
import type { Router } from 'express'
import { renderAnnouncement } from './announcement.js'
import { createApp } from './app.js'
import type { ControlPlaneServiceConfig } from './config.js'
import { createBackgroundPart, createControlPlanePart } from './control-plane-part.js'
import type { ControlPlane } from './control-plane.js'
import { createApiDocs } from './api-docs/api-docs.js'
import { createSecurityText } from './web-files/security-text.js'
import type { Static } from '@signalbox/contracts'
import type { QueryTelemetry } from './telemetry-queries/query-telemetry.js'

/**
 * Creates the control plane as its own process: its API, the web pages, the documentation and, if a token is set, the
 * internal API for other services. An installation has exactly one.
 */
export function createControlPlaneService(config: ControlPlaneServiceConfig, options: ServiceOptions): Service {
  const { log } = options
  const metrics = createMetrics()
  const warnings = createWarnings({ log, metrics })
  const vitals = createVitals(['control-plane'])
  const { rateLimits, components: shared } = createRateLimitPart(config, { metrics, log })
  const queryTelemetry = createTelemetryQuery(config)
  const eventLog = createEventLogPart(config, options)
  const part = createControlPlanePart(config, { log, metrics, warnings, vitals, queryTelemetry, eventLog })
  const http = createHttpPart({
    config,
    log,
    metrics,
    open: (ending) => {
      const controlPlane = part.get()
      const publicUrl = publicUrlOf(config)
      const securityText = createSecurityText({ contact: config.securityContact, publicUrl, clock: systemClock })
      const routers = [createApiDocs(publicUrl), securityText, ...createInternalRouters(config, controlPlane)]
      const isTrustedProxy = proxyTrustOf(config)
      return { app: createApp({ controlPlane, log, metrics, rateLimits, routers, isTrustedProxy, ending }) }
    },
  })
  const background = createBackgroundPart(part)
  const { adminHost: host, adminPort: port } = config
  const checks = { database: () => part.get().projects.findProject('readiness', '1') }
  const admin = createAdminServer({ host, port, metrics, log, warnings, checks })
  const logs = eventLog ? [eventLog] : []
  const disk = createDiskWatch({ directory: config.dataDirectory, vitals, warnings, log })
  return {
    lifecycle: createLifecycle({ components: [...shared, ...logs, part, disk, http, background, admin], log }),
    announce: () => renderAnnouncement({ ...part.get().welcome(), address: publicUrlOf(config) }),
  }
}

/** Only reads and writes dead letters; without brokers there are none. */
function createEventLogPart(
  config: ControlPlaneServiceConfig,
  options: ServiceOptions,
): Resource<EventLog> | undefined {
  if (config.kafkaBrokers.length === 0) return undefined
  const kafka = readKafkaLogConfig(config, options)
  const open = async () => {
    const { openKafkaLog } = await import('@signalbox/event-log/kafka')
    return openKafkaLog(kafka)
  }
  return createResource('event log', open, (opened) => opened.close())
}

/** @throws ConfigError if a query service is configured without a token to authenticate with. */
function createTelemetryQuery({ queryUrl: baseUrl, internalToken: token }: ControlPlaneServiceConfig) {
  if (baseUrl === undefined) return undefined
  if (token === undefined) throw new ConfigError(['SIGNALBOX_INTERNAL_TOKEN must be set with SIGNALBOX_QUERY_URL'])
  return createRemoteTelemetryQuery(createInternalClient({ baseUrl, token }))
}

function createInternalRouters(
  { internalToken: token }: ControlPlaneServiceConfig,
  controlPlane: ControlPlane,
): Router[] {
  if (token === undefined) return []
  const handlers = { ...createControlPlaneHandlers(controlPlane), ...createRouteHandler(controlPlane.routes) }
  return [createInternalRouter({ token, handlers })]
}

/** Calls read-only routes of the query service for an organization. */
function createRemoteTelemetryQuery(query: InternalClient): QueryTelemetry {
  return async (organizationId, contract, parameters, params = {}) => {
    const request = { organizationId, route: contract.id, params, query: { ...parameters } }
    const { answer } = await query.call('askRoute', request)
    // Routes return what their contracts declare.
    return answer as Static<typeof contract.response>
  }
}
