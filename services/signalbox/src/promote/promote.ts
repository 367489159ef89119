import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { copyDirectory, openBlobStore } from '@signalbox/artifact-store'
import { prepareStore, startConsumer } from '@signalbox/consumer'
import { openControlPlane } from '@signalbox/control-plane'
import { openEmbeddedLog, type EventLog } from '@signalbox/event-log'
import { openKafkaLog } from '@signalbox/event-log/kafka'
import {
  createMetrics,
  namedArtifactPlace,
  createVitals,
  noWarnings,
  publicUrlOf,
  readKafkaLogConfig,
  storeServerOf,
  type Log,
} from '@signalbox/service-kit'
import {
  compareTelemetry,
  copyTelemetry,
  createStoreClient,
  createEventReviser,
  createTelemetryEraser,
  createTelemetryWriter,
  type CopyProgress,
  type DayDifference,
  type StoreClient,
} from '@signalbox/telemetry-store'
import type { SignalboxConfig } from '../config.js'
import { dataPaths } from '../data-paths.js'
import { drainLog } from './drain-log.js'
import { moveControlPlane, refuseUsedTarget } from './move-control-plane.js'
import { moveDeadLetters } from './move-dead-letters.js'

export interface Promotion {
  /** Data directory of the single-process installation, which must be stopped. */
  from: string
  /** Data directory of the separate control plane, on this machine. */
  to: string
  /** True if an existing control plane may be moved aside. */
  replace: boolean
  /** Location of the new installation (ClickHouse and Kafka) and settings of the old one. */
  config: SignalboxConfig
  log: Log
  /** Called with a human-readable line of progress. */
  print: (line: string) => void
  /** Unix milliseconds. */
  now: number
}

/** The copy differs from the original: the new installation must not be used. */
export class PromotionDiffers extends Error {
  override readonly name = 'PromotionDiffers'
}

/**
 * Moves a single-process installation to separate services. The old data directory stays unchanged, except that pending
 * log records are stored first. The order guarantees that any failure leaves one complete installation:
 * 1. the old installation's consumer stores what its log still holds,
 * 2. telemetry is copied to ClickHouse and compared with the original, day by day,
 * 3. dead letters are appended to Kafka,
 * 4. uploaded files are copied to the configured directory or bucket,
 * 5. the control plane's database is copied to its new place. It can be repeated: data that was already copied is
 * skipped.
 * @throws Error that says what is missing or differs.
 */
export async function promote(promotion: Promotion): Promise<void> {
  const { from, to, replace, config, log, now, print } = promotion
  const server = storeServerOf(config, 'writer')
  const migratorServer = storeServerOf(config, 'migrator')
  if (server === undefined || migratorServer === undefined) throw new Error('SIGNALBOX_CLICKHOUSE_URL must be set')
  // A failure that would stop consumers is not fatal here: Kafka is only appended to.
  const onFatal = (err: Error) => {
    log.error({ err }, 'Kafka cannot be read')
  }
  const kafka = readKafkaLogConfig(config, { log, onFatal })
  const [oldPaths, newPaths] = [dataPaths(from), dataPaths(to)]
  refuseUsedTarget({ to: newPaths.controlPlane, replace })

  const eventLog = await openEmbeddedLog({ directory: oldPaths.eventLog, diskBytesMax: config.eventLogBytesMax })
  const opened: { close(): Promise<void> }[] = [eventLog]
  const open = async <T extends { close(): Promise<void> }>(opening: Promise<T>): Promise<T> => {
    const resource = await opening
    opened.push(resource)
    return resource
  }
  try {
    const oldStore = await open(createStoreClient({ dataDirectory: oldPaths.analytics }))
    const newStore = await open(createStoreClient(server))
    await storeRest(promotion, { eventLog, store: oldStore })
    const migrator = await open(createStoreClient(migratorServer))
    await prepareStore(migrator, config, log)
    await copyStore(promotion, oldStore, newStore)
    const newLog = await open(openKafkaLog(kafka))
    const noteFile = join(from, 'promoted-dead-letters.json')
    const letters = await moveDeadLetters({ from: eventLog, to: newLog, noteFile })
    print(`Dead letters: ${letters} moved`)
  } finally {
    for (const resource of opened.reverse()) await resource.close()
  }
  const artifacts = openBlobStore(namedArtifactPlace(config) ?? { directory: newPaths.artifacts })
  await copyDirectory(oldPaths.artifacts, artifacts)
  const rows = await moveControlPlane({ from: oldPaths.controlPlane, to: newPaths.controlPlane, replace, now })
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0)
  print(`Control plane: ${total} rows of ${Object.keys(rows).length} tables in ${newPaths.controlPlane}`)
}

/** Runs the old installation's consumer until everything it accepted is stored. */
async function storeRest(
  { from, config, log, print }: Promotion,
  { eventLog, store }: { eventLog: EventLog; store: StoreClient },
): Promise<void> {
  const { controlPlane: dataDirectory, artifacts } = dataPaths(from)
  // If local artifacts exist, the configured place is their destination rather than their current location.
  const named = existsSync(artifacts) ? undefined : namedArtifactPlace(config)
  const artifactPlace = named ?? { directory: artifacts }
  const { secretKeyFile } = config
  await prepareStore(store, config, log)
  const publicUrl = publicUrlOf(config)
  const controlPlane = openControlPlane({ dataDirectory, secretKeyFile, artifactPlace, publicUrl, log })
  const consumer = startConsumer(config, {
    eventLog,
    writer: createTelemetryWriter(store),
    eraser: createTelemetryEraser(store),
    reviser: createEventReviser(store),
    projectSettings: controlPlane.settings,
    sightings: controlPlane.sightings,
    deletions: controlPlane.eventDeletions,
    projectDeletions: controlPlane.projectDeletions,
    sourceMaps: controlPlane.sourceMaps,
    resymbolications: controlPlane.resymbolications,
    artifactPlace,
    metrics: createMetrics(),
    warnings: noWarnings,
    vitals: createVitals(['consumer']),
    log,
  })
  try {
    await drainLog(eventLog, {
      onWaiting: (records) => {
        print(records === 0 ? 'Event log: everything is stored' : `Event log: storing ${records} records`)
      },
    })
  } finally {
    await consumer.stop()
    controlPlane.close()
  }
}

/** @throws PromotionDiffers if the copy is not identical. */
async function copyStore({ print }: Promotion, from: StoreClient, to: StoreClient): Promise<void> {
  const copied = await copyTelemetry({ from, to, onProgress: reportTenths(print) })
  for (const { table, rows, rowsPresent } of copied) {
    print(`${table}: ${rows} rows${rowsPresent > 0 ? `, ${rowsPresent} of them copied earlier` : ''}`)
  }
  const differences = await compareTelemetry({ from, to })
  if (differences.length > 0) throw new PromotionDiffers(explain(differences))
  print('Verified: every table and day has the same number of rows')
}

/** Prints a line for every tenth of a table. */
function reportTenths(print: Promotion['print']): (progress: CopyProgress) => void {
  let last = ''
  return ({ table, rows, total }) => {
    const line = `${table}: ${Math.floor((rows / total) * 10) * 10} % of ${total} rows`
    if (line !== last) print(line)
    last = line
  }
}

function explain(differences: readonly DayDifference[]): string {
  const lines = differences.map(
    ({ table, day, old, copied }) => `  ${table}, ${day}: ${old?.rows ?? 0} rows before, ${copied?.rows ?? 0} after`,
  )
  return ['The copy differs from the original:', ...lines].join('\n')
}
