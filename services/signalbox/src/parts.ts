import { startConsumer, type RunningConsumer } from '@signalbox/consumer'
import type { ControlPlanePart } from '@signalbox/control-plane'
import { openEmbeddedLog, type EventLog } from '@signalbox/event-log'
import { createIngestRole, type Ingest } from '@signalbox/ingest'
import {
  artifactPlaceOf,
  createHttpPart,
  createResource,
  readKafkaLogConfig,
  type Log,
  type Metrics,
  type RateLimitPart,
  type Resource,
  type Vitals,
  type Warnings,
} from '@signalbox/service-kit'
import { openAnalytics, type Analytics } from './analytics.js'
import { createApp } from './app.js'
import type { SignalboxConfig } from './config.js'
import { dataPaths } from './data-paths.js'

/** The components of the process and how each is opened and closed. `signalbox.ts` puts them in order. */

/** Passed to every component. */
export interface PartBase extends Omit<RateLimitPart, 'components'> {
  config: SignalboxConfig
  log: Log
  metrics: Metrics
  warnings: Warnings
  vitals: Vitals
}

/** The log in local files, or in Kafka if brokers are configured. */
export function createEventLogPart({ config, log }: PartBase, onFatal: (error: Error) => void): Resource<EventLog> {
  const directory = dataPaths(config.dataDirectory).eventLog
  const kafka = config.kafkaBrokers.length > 0 ? readKafkaLogConfig(config, { log, onFatal }) : undefined
  const open = async () => {
    if (!kafka) return openEmbeddedLog({ directory, diskBytesMax: config.eventLogBytesMax, onFault: onFatal })
    // Loaded lazily: the client takes a tenth of a second to load.
    const { openKafkaLog } = await import('@signalbox/event-log/kafka')
    return openKafkaLog(kafka)
  }
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
  { config, log, metrics, warnings, vitals }: PartBase,
  needs: ConsumerNeeds,
): Resource<RunningConsumer> {
  const open = () => {
    const controlPlane = needs.controlPlane.get()
    const {
      settings: projectSettings,
      sightings,
      eventDeletions: deletions,
      projectDeletions,
      sourceMaps,
      resymbolications,
    } = controlPlane
    const { writer, eraser, reviser, isEmbedded } = needs.analytics.get()
    return startConsumer(config, {
      eventLog: needs.eventLog.get(),
      writer,
      eraser,
      reviser,
      projectSettings,
      sightings,
      deletions,
      projectDeletions,
      sourceMaps,
      resymbolications,
      artifactPlace: artifactPlaceOf(config),
      paceWrites: isEmbedded,
      metrics,
      warnings,
      vitals,
      log,
    })
  }
  return createResource('consumer', open, (consumer) => consumer.stop())
}

interface IngestNeeds {
  eventLog: Resource<EventLog>
  controlPlane: ControlPlanePart
}

export function createIngestPart({ config, ...base }: PartBase, needs: IngestNeeds): Resource<Ingest> {
  const open = () => {
    const eventLog = needs.eventLog.get()
    return createIngestRole(config, { ...base, eventLog, keys: needs.controlPlane.get().keys })
  }
  return createResource('ingest', open, (opened) => opened.close())
}

interface HttpNeeds {
  controlPlane: ControlPlanePart
  analytics: Resource<Analytics>
  ingest: Resource<Ingest>
}

export function createPublicPart(base: PartBase, needs: HttpNeeds): Resource<unknown> {
  const { config, log, metrics } = base
  return createHttpPart({
    config,
    log,
    metrics,
    open: (ending) => ({
      app: createApp({ ...base, controlPlane: needs.controlPlane.get(), reader: needs.analytics.get().reader, ending }),
      hotRoutes: [needs.ingest.get().hotRoute],
    }),
  })
}
