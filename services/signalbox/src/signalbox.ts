import { createConsumerMetrics, createConsumerRole, createWorkerProcessor } from '@signalbox/consumer'
import { openControlPlane } from '@signalbox/control-plane'
import { openEmbeddedLog } from '@signalbox/event-log'
import {
  createAdminServer,
  createHttpServer,
  createLifecycle,
  createMetrics,
  createRateLimits,
  type Lifecycle,
  type Log,
} from '@signalbox/service-kit'
import { openAnalytics } from './analytics.js'
import type { Announcement } from './announce.js'
import { createApp, createIngestRole } from './app.js'
import { publicUrlOf, type SignalboxConfig } from './config.js'
import { dataPaths } from './data-paths.js'
import { watchLag } from './lag-metrics.js'
import { createResource } from './resource.js'

export interface SignalboxOptions {
  log: Log
  /** Something is broken that only a new start can mend. */
  onFatal: (error: Error) => void
}

export interface Signalbox {
  lifecycle: Lifecycle
  /** What to tell the operator. To be called once everything runs. */
  announcement(): Announcement
}

/**
 * All roles in one process. They start in the order of who needs whom, and stop in reverse:
 *
 * 1. control plane, event log, analytics store: what the roles stand on,
 * 2. consumer: before ingest, so that the backlog of the last run is worked off,
 * 3. HTTP: requests come in only when all that serves them is there; it stops first, so that nothing new comes in,
 * 4. admin port: its readiness tells the truth from the first answer on.
 */
export function createSignalbox(config: SignalboxConfig, { log, onFatal }: SignalboxOptions): Signalbox {
  const metrics = createMetrics()
  const paths = dataPaths(config.dataDirectory)
  const rateLimits = createRateLimits({
    queryPerMinute: config.queryPerMinute,
    ingestPerMinute: config.ingestPerMinute,
    onExceeded: (rateLimitClass) => {
      metrics.rateLimited(rateLimitClass)
    },
    log,
  })

  const controlPlane = createResource(
    'control plane',
    () => {
      const opened = openControlPlane({ dataDirectory: paths.controlPlane, publicUrl: publicUrlOf(config), log })
      return { ...opened, bootstrapped: opened.bootstrap(config.bootstrapApiKey) }
    },
    (opened) => {
      opened.close()
    },
  )
  const eventLog = createResource(
    'event log',
    () => openEmbeddedLog({ directory: paths.eventLog, diskBytesMax: config.eventLogBytesMax, onFault: onFatal }),
    (opened) => opened.close(),
  )
  const analytics = createResource(
    'analytics store',
    () => openAnalytics(config, { dataDirectory: paths.analytics, metrics, log }),
    (opened) => opened.close(),
  )
  const consumer = createResource(
    'consumer',
    () => startConsumer(),
    async ({ role, processor, stopWatching }) => {
      stopWatching()
      await role.stop()
      await processor.close()
    },
  )
  const ingest = createResource(
    'ingest',
    () =>
      createIngestRole(config, { eventLog: eventLog.get(), keys: controlPlane.get().keys, rateLimits, metrics, log }),
    (role) => role.close(),
  )
  const http = createResource(
    'http',
    async () => {
      const app = createApp({
        config,
        controlPlane: controlPlane.get(),
        reader: analytics.get().reader,
        rateLimits,
        metrics,
        log,
      })
      const { host, port } = config
      const server = createHttpServer({ app, hotRoutes: [ingest.get().hotRoute], host, port, log, metrics })
      await server.start()
      return server
    },
    (server) => server.stop(),
  )
  const admin = createAdminServer({
    host: config.adminHost,
    port: config.adminPort,
    metrics,
    log,
    checks: {
      'event log': () => eventLog.get().lag('readiness'),
      'analytics store': () => analytics.get().ping(),
    },
  })

  function startConsumer() {
    const { spanRetentionDays: spans, metricRetentionDays } = config
    const processor = createWorkerProcessor({ retentionDays: { spans, metrics: metricRetentionDays } })
    const role = createConsumerRole({
      eventLog: eventLog.get(),
      writer: analytics.get().writer,
      processor,
      log,
      metrics: createConsumerMetrics(metrics),
      limits: { rowsMax: config.batchRowsMax, bytesMax: config.batchBytesMax, waitMs: config.batchWaitMs },
    })
    role.start()
    return { role, processor, stopWatching: watchLag(eventLog.get(), metrics, log) }
  }

  const components = [controlPlane, eventLog, analytics, consumer, ingest, http, admin]
  return {
    lifecycle: createLifecycle({ components, log }),
    announcement: () => ({ ...controlPlane.get().bootstrapped, address: publicUrlOf(config) }),
  }
}
