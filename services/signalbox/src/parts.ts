import { startConsumer, type RunningConsumer } from '@signalbox/consumer'
import {
  openControlPlane,
  readOidcSettings,
  type Ask,
  type BootstrapResult,
  type ControlPlane,
} from '@signalbox/control-plane'
import { openEmbeddedLog, type EventLog } from '@signalbox/event-log'
import { createIngestRole, type Ingest } from '@signalbox/ingest'
import {
  createHttpServer,
  createResource,
  publicUrlOf,
  type Log,
  type Metrics,
  type RateLimits,
  type Resource,
} from '@signalbox/service-kit'
import { openAnalytics, type Analytics } from './analytics.js'
import { createApp } from './app.js'
import type { SignalboxConfig } from './config.js'
import { dataPaths } from './data-paths.js'

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

export function createConsumerPart({ config, log, metrics }: PartBase, needs: ConsumerNeeds): Resource<RunningConsumer> {
  const open = () => {
    const { settings: projectSettings, sightings } = needs.controlPlane.get()
    const { writer } = needs.analytics.get()
    return startConsumer(config, {
      eventLog: needs.eventLog.get(),
      writer,
      projectSettings,
      sightings,
      metrics,
      log,
    })
  }
  return createResource('consumer', open, (consumer) => consumer.stop())
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
