import { createConsumerMetrics, createConsumerRole, createWorkerProcessor } from '@signalbox/consumer'
import {
  openControlPlane,
  readOidcSettings,
  type Ask,
  type BootstrapResult,
  type ControlPlane,
} from '@signalbox/control-plane'
import { openEmbeddedLog, type EventLog } from '@signalbox/event-log'
import type { Ingest } from '@signalbox/ingest'
import { createHttpServer, type Log, type Metrics, type RateLimits } from '@signalbox/service-kit'
import { openAnalytics, type Analytics } from './analytics.js'
import { createApp, createIngestRole } from './app.js'
import { publicUrlOf, type SignalboxConfig } from './config.js'
import { dataPaths } from './data-paths.js'
import { watchLag } from './lag-metrics.js'
import { createResource, type Resource } from './resource.js'

/** The parts of the process, each with how it is opened and closed. `signalbox.ts` puts them in order. */

/** What every part is given. */
export interface PartBase {
  config: SignalboxConfig
  log: Log
  metrics: Metrics
  rateLimits: RateLimits
}

export type ControlPlanePart = Resource<ControlPlane & { bootstrapped: BootstrapResult }>

/** @param ask Answers once the analytics store is open. */
export function createControlPlanePart({ config, log }: PartBase, ask: Ask): ControlPlanePart {
  const dataDirectory = dataPaths(config.dataDirectory).controlPlane
  const open = () => {
    const oidc = readOidcSettings(config)
    const publicUrl = publicUrlOf(config)
    const opened = openControlPlane({ dataDirectory, publicUrl, log, ask, ...(oidc && { oidc }) })
    return { ...opened, bootstrapped: opened.bootstrap(config.bootstrapApiKey) }
  }
  return createResource('control plane', open, (opened) => {
    opened.close()
  })
}

export function createEventLogPart({ config }: PartBase, onFault: (error: Error) => void): Resource<EventLog> {
  const directory = dataPaths(config.dataDirectory).eventLog
  const open = () => openEmbeddedLog({ directory, diskBytesMax: config.eventLogBytesMax, onFault })
  return createResource('event log', open, (opened) => opened.close())
}

export function createAnalyticsPart({ config, log, metrics }: PartBase): Resource<Analytics> {
  const dataDirectory = dataPaths(config.dataDirectory).analytics
  const open = () => openAnalytics(config, { dataDirectory, metrics, log })
  return createResource('analytics store', open, (opened) => opened.close())
}

interface ConsumerNeeds {
  controlPlane: ControlPlanePart
  eventLog: Resource<EventLog>
  analytics: Resource<Analytics>
}

export function createConsumerPart(
  { config, log, metrics: registry }: PartBase,
  needs: ConsumerNeeds,
): Resource<unknown> {
  const { spanRetentionDays: spans, metricRetentionDays: metrics, logRetentionDays: logs } = config
  const open = () => {
    const eventLog = needs.eventLog.get()
    const processor = createWorkerProcessor({ retentionDays: { spans, metrics, logs } })
    const { settings: projectSettings, sightings } = needs.controlPlane.get()
    const role = createConsumerRole({
      eventLog,
      writer: needs.analytics.get().writer,
      processor,
      log,
      projectSettings,
      sightings,
      metrics: createConsumerMetrics(registry),
      limits: { rowsMax: config.batchRowsMax, bytesMax: config.batchBytesMax, waitMs: config.batchWaitMs },
    })
    role.start()
    return { role, processor, stopWatching: watchLag(eventLog, registry, log) }
  }
  return createResource('consumer', open, async ({ role, processor, stopWatching }) => {
    stopWatching()
    await role.stop()
    await processor.close()
  })
}

interface IngestNeeds {
  eventLog: Resource<EventLog>
  controlPlane: ControlPlanePart
}

export function createIngestPart({ config, log, metrics, rateLimits }: PartBase, needs: IngestNeeds): Resource<Ingest> {
  const open = () => {
    const eventLog = needs.eventLog.get()
    return createIngestRole(config, { eventLog, keys: needs.controlPlane.get().keys, rateLimits, metrics, log })
  }
  return createResource('ingest', open, (opened) => opened.close())
}

interface HttpNeeds {
  controlPlane: ControlPlanePart
  analytics: Resource<Analytics>
  ingest: Resource<Ingest>
}

export function createHttpPart(base: PartBase, needs: HttpNeeds): Resource<unknown> {
  const { config, log, metrics } = base
  const open = async () => {
    const ending = new AbortController()
    const controlPlane = needs.controlPlane.get()
    const app = createApp({ ...base, controlPlane, reader: needs.analytics.get().reader, ending: ending.signal })
    const { host, port } = config
    const server = createHttpServer({ app, hotRoutes: [needs.ingest.get().hotRoute], host, port, log, metrics })
    await server.start()
    return { server, ending }
  }
  return createResource('http', open, ({ server, ending }) => {
    // Who watches a stream of events would hold up the stop.
    ending.abort()
    return server.stop()
  })
}
