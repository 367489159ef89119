import { randomUUID } from 'node:crypto'
import { createMcpRouter } from '@signalbox/agent'
import { createId, createOpenApiDocument, servedRoutes } from '@signalbox/contracts'
import type { ControlPlane } from '@signalbox/control-plane'
import type { EventLog } from '@signalbox/event-log'
import { createIngest, type Ingest } from '@signalbox/ingest'
import { createQueryRoutes } from '@signalbox/query'
import {
  createLocalCaller,
  createShell,
  sendProblem,
  systemClock,
  type Clock,
  type KeyDirectory,
  type Log,
  type Metrics,
  type RateLimits,
  type Route,
} from '@signalbox/service-kit'
import type { TelemetryReader } from '@signalbox/telemetry-store'
import type { Express } from 'express'
import { publicUrlOf, type SignalboxConfig } from './config.js'
import { createDocsPage } from './docs-page/docs-page.js'
import { createIngestMetrics } from './ingest-metrics.js'
import { version } from './version.js'

export interface AppDependencies {
  config: SignalboxConfig
  controlPlane: ControlPlane
  reader: TelemetryReader
  rateLimits: RateLimits
  metrics: Metrics
  log: Log
  /** What time queries take it to be. */
  clock?: Clock
  /** Aborts when the server stops: streams of events end then. */
  ending?: AbortSignal
}

/** Every route that Express serves, of all roles. */
export function createApp({ clock = systemClock, ...dependencies }: AppDependencies): Express {
  const { config, controlPlane, reader, rateLimits, metrics, log, ending } = dependencies
  const document = createOpenApiDocument({ routes: servedRoutes, publicUrl: publicUrlOf(config), version })
  const routes = createApiRoutes({ controlPlane, reader, clock })
  const mcp = createMcpRouter({
    keys: controlPlane.keys,
    rateLimits,
    call: createLocalCaller(routes),
    publicUrl: publicUrlOf(config),
    version,
    log,
  })
  return createShell({
    log,
    metrics,
    keys: controlPlane.keys,
    browser: controlPlane.browser,
    rateLimits,
    routers: [createDocsPage({ document }), mcp],
    routes,
    ...(ending && { ending }),
    trustedProxies: config.trustProxy ? ['loopback', 'linklocal', 'uniquelocal'] : [],
  })
}

/** The routes of all roles, for whoever serves or calls them. */
export function createApiRoutes({
  controlPlane,
  reader,
  clock = systemClock,
}: Pick<AppDependencies, 'controlPlane' | 'reader' | 'clock'>): Route[] {
  const { projects, issues, settings } = controlPlane
  return [...createQueryRoutes({ reader, projects, issues, settings, clock }), ...controlPlane.routes]
}

export interface IngestRoleDependencies {
  eventLog: EventLog
  keys: KeyDirectory
  rateLimits: RateLimits
  metrics: Metrics
  log: Log
  clock?: Clock
}

/** The routes that stand in front of Express. */
export function createIngestRole(config: SignalboxConfig, dependencies: IngestRoleDependencies): Ingest {
  const { log, metrics } = dependencies
  return createIngest({
    clock: systemClock,
    ...dependencies,
    metrics: createIngestMetrics(metrics),
    config: {
      trustProxy: config.trustProxy,
      retentionDays: { spans: config.spanRetentionDays, metrics: config.metricRetentionDays },
    },
    createEventId: () => randomUUID().replaceAll('-', ''),
    createRequestId: () => createId(),
    sendProblem,
    reportFault: (err, message) => {
      log.error({ err }, message)
    },
  })
}
