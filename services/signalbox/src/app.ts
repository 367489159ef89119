import { createMcpRouter } from '@signalbox/agent'
import { createApiDocs, createSecurityText, createWebInterface, type ControlPlane } from '@signalbox/control-plane'
import { createQueryRoutes } from '@signalbox/query'
import {
  createLocalCaller,
  createShell,
  publicUrlOf,
  readPackageVersion,
  systemClock,
  proxyTrustOf,
  type Clock,
  type Log,
  type Metrics,
  type RateLimits,
  type Route,
} from '@signalbox/service-kit'
import type { TelemetryReader } from '@signalbox/telemetry-store'
import type { Express } from 'express'
import type { SignalboxConfig } from './config.js'

export interface AppDependencies {
  config: SignalboxConfig
  controlPlane: ControlPlane
  reader: TelemetryReader
  rateLimits: RateLimits
  metrics: Metrics
  log: Log
  /** The current time for queries. */
  clock?: Clock
  /** Aborts when the server stops, which ends event streams. */
  ending?: AbortSignal
}

/** Creates the Express app with the routes of all roles. */
export function createApp({ clock = systemClock, ...dependencies }: AppDependencies): Express {
  const { config, controlPlane, reader, rateLimits, metrics, log, ending } = dependencies
  const publicUrl = publicUrlOf(config)
  const routes = createApiRoutes({ controlPlane, reader, clock })
  const securityText = createSecurityText({ contact: config.securityContact, publicUrl, clock })
  const mcp = createMcpRouter({
    keys: controlPlane.keys,
    onRefusedKey: controlPlane.onRefusedKey,
    rateLimits,
    call: createLocalCaller(routes),
    publicUrl,
    clock,
    version: readPackageVersion(import.meta.url),
    log,
  })
  return createShell({
    log,
    metrics,
    keys: controlPlane.keys,
    browser: controlPlane.browser,
    onRefusedKey: controlPlane.onRefusedKey,
    rateLimits,
    routers: [createApiDocs(publicUrl), securityText, createWebInterface(), mcp],
    routes,
    ...(ending && { ending }),
    isTrustedProxy: proxyTrustOf(config),
  })
}

/** Routes of all roles, to serve or to call directly. */
export function createApiRoutes({
  controlPlane,
  reader,
  clock = systemClock,
}: Pick<AppDependencies, 'controlPlane' | 'reader' | 'clock'>): Route[] {
  const { projects, issues, settings } = controlPlane
  return [...createQueryRoutes({ reader, projects, issues, settings, clock }), ...controlPlane.routes]
}
