import { openKafkaLog } from '@signalbox/event-log/kafka'
import {
  createAdminServer,
  createInternalClient,
  createLifecycle,
  createMetrics,
  createLatchedCheck,
  createRemoteControlPlane,
  createResource,
  createVitals,
  createWarningReporter,
  createWarnings,
  namedArtifactPlace,
  readKafkaLogConfig,
  storeServerOf,
  type Log,
  type Service,
  type ServiceOptions,
  type StoreUser,
} from '@signalbox/service-kit'
import {
  createEventReviser,
  createStoreClient,
  createTelemetryEraser,
  createTelemetryWriter,
} from '@signalbox/telemetry-store'
import type { ConsumerServiceConfig } from './config.js'
import { startConsumer } from './role.js'
import { prepareStore } from './store/prepare-store.js'

/**
 * The consumer as a separate process, one of several that share the partitions. It migrates the store's schema before
 * it starts. While the control plane is unavailable, nothing that needs it is committed.
 */
export function createConsumerService(config: ConsumerServiceConfig, { log, onFatal }: ServiceOptions): Service {
  const metrics = createMetrics()
  const warnings = createWarnings({ log, metrics })
  const vitals = createVitals(['consumer'])
  const { controlPlaneUrl: baseUrl, internalToken: token, adminHost: host, adminPort: port } = config
  const controlPlane = createRemoteControlPlane(createInternalClient({ baseUrl, token }))
  const kafka = readKafkaLogConfig(config, { log, onFatal })
  const eventLog = createResource(
    'event log',
    () => openKafkaLog(kafka),
    (opened) => opened.close(),
  )
  const store = createResource(
    'analytics store',
    () => openStore(config, log),
    (opened) => opened.close(),
  )
  const consumer = createResource(
    'consumer',
    () => {
      const { writer, eraser, reviser } = store.get()
      const {
        settings: projectSettings,
        sightings,
        eventDeletions: deletions,
        projectDeletions,
        sourceMaps,
        resymbolications,
      } = controlPlane
      const artifactPlace = namedArtifactPlace(config)
      const known = {
        projectSettings,
        sightings,
        deletions,
        projectDeletions,
        sourceMaps,
        resymbolications,
        artifactPlace,
      }
      const surroundings = { writer, eraser, reviser, metrics, warnings, vitals, log, ...known }
      return startConsumer(config, { ...surroundings, eventLog: eventLog.get() })
    },
    (running) => running.stop(),
  )
  const checks = {
    'event log': () => eventLog.get().lag('readiness'),
    'analytics store': () => store.get().ping(),
    'control plane': createLatchedCheck(() => controlPlane.ping()),
  }
  const admin = createAdminServer({ host, port, metrics, log, warnings, checks })
  const reporter = createWarningReporter({ warnings, vitals, report: controlPlane.reportWarnings, log })
  return { lifecycle: createLifecycle({ components: [eventLog, store, consumer, reporter, admin], log }) }
}

async function openStore(config: ConsumerServiceConfig, log: Log) {
  const open = (user: StoreUser) => createStoreClient(storeServerOf(config, user))
  const migrator = await open('migrator')
  try {
    await prepareStore(migrator, config, log)
  } finally {
    await migrator.close()
  }
  const client = await open('writer')
  return {
    writer: createTelemetryWriter(client),
    eraser: createTelemetryEraser(client),
    reviser: createEventReviser(client),
    ping: () => client.clickhouse.query({ query: 'SELECT 1', format: 'JSONEachRow' }).then((answer) => answer.text()),
    close: () => client.close(),
  }
}
