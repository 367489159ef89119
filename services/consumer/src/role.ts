import { availableParallelism } from 'node:os'
import { openBlobStore, type BlobPlace } from '@signalbox/artifact-store'
import { limits, telemetryTopics } from '@signalbox/contracts'
import type { EventLog } from '@signalbox/event-log'
import {
  createRepeater,
  retentionOf,
  systemClock,
  type EventDeletions,
  type Log,
  type Metrics,
  type ProjectDeletions,
  type ProjectSettingsDirectory,
  type Repetition,
  type Resymbolications,
  type RetentionConfig,
  type SightingRecorder,
  type SourceMapDirectory,
  type Vitals,
  type Warnings,
} from '@signalbox/service-kit'
import type { EventReviser, TelemetryEraser, TelemetryWriter } from '@signalbox/telemetry-store'
import type { ConsumerConfig } from './config.js'
import { createConsumerMetrics } from './consumer-metrics.js'
import { consumerGroup, createConsumerRole } from './consumer-role.js'
import { createDeletionPass } from './deletions/deletion-pass.js'
import { appendedLateMs, createSettledLog } from './deletions/settled-log.js'
import { watchLag } from './lag-metrics.js'
import { createPipelineLag } from './pipeline-lag.js'
import { createResymbolicationPass } from './resymbolicate/resymbolication-pass.js'
import { createScriptLoader } from './symbols/script-loader.js'
import { createProcessorPool } from './processor/processor-pool.js'
import { createWorkerProcessor, type SourceMapAccess } from './processor/worker-processor.js'
import { warnOfLosses } from './warn-of-losses.js'

export interface ConsumerSurroundings {
  eventLog: EventLog
  writer: TelemetryWriter
  projectSettings: ProjectSettingsDirectory
  sightings: SightingRecorder
  /** Uploaded artifacts for the scripts of events. */
  sourceMaps: SourceMapDirectory
  /** Location of the artifact store; undefined if it is unreachable: frames then stay as sent. */
  artifactPlace: BlobPlace | undefined
  /** Pending deletions from the store. */
  deletions: EventDeletions
  projectDeletions: ProjectDeletions
  eraser: TelemetryEraser
  /** Stored events to be resolved again. */
  resymbolications: Resymbolications
  reviser: EventReviser
  /** True to space out small writes, because the store shares this machine's processors. Default false. */
  paceWrites?: boolean
  metrics: Metrics
  warnings: Pick<Warnings, 'note'>
  vitals: Pick<Vitals, 'note'>
  log: Log
}

/** Each holds a batch, its rows and its caches: about 100 MB under load. */
const processorsMaxByDefault = 8

/** A running consumer. */
export interface RunningConsumer {
  /** See `ConsumerRole`. Also ends the threads that process batches. */
  stop(): Promise<void>
}

/** Starts the consumer as configured, with worker threads for processing batches, and reports its lag. */
export function startConsumer(
  config: ConsumerConfig & RetentionConfig,
  surroundings: ConsumerSurroundings,
): RunningConsumer {
  const { eventLog, metrics: registry, warnings, vitals, log } = surroundings
  const pipelineLag = createPipelineLag(registry)
  const processors = config.processors === 0 ? processorsByDefault() : config.processors
  const sourceMaps = accessOf(config, surroundings, processors)
  const processor = createProcessorPool(processors, () =>
    createWorkerProcessor({ retentionDays: retentionOf(config), sourceMaps }),
  )
  const role = createConsumerRole({
    ...surroundings,
    processor,
    batchesAhead: processors,
    metrics: warnOfLosses(createConsumerMetrics(registry, pipelineLag), warnings),
    limits: { rowsMax: config.batchRowsMax, bytesMax: config.batchBytesMax, waitMs: config.batchWaitMs },
  })
  role.start()
  const passes = [...startDeleting(surroundings), ...startResymbolicating(config, surroundings)]
  const stopWatching = watchLag({ eventLog, metrics: registry, pipelineLag, warnings, vitals, log })
  return {
    stop: async () => {
      stopWatching()
      await Promise.all([...passes.map((pass) => pass.stop(passStopWaitMs)), role.stop()])
      await processor.close()
    },
  }
}

/** Leaves one core to request handling. */
function processorsByDefault(): number {
  return Math.max(1, Math.min(availableParallelism() - 1, processorsMaxByDefault))
}

function accessOf(
  { sourceMapCacheBytesMax }: ConsumerConfig,
  { sourceMaps: known, artifactPlace: place }: ConsumerSurroundings,
  processors: number,
): SourceMapAccess | undefined {
  const cacheBytesMax = Math.floor((sourceMapCacheBytesMax * (1 - resymbolicationShare)) / processors)
  return place === undefined ? undefined : { known, place, cacheBytesMax }
}

/**
 * Milliseconds between passes over stored data, and how long a stop waits for the current pass, which is otherwise
 * repeated.
 */
const passPauseMs = 5_000
const passStopWaitMs = 8_000

function startPass(
  what: string,
  { log, pass }: { log: Log; pass: (signal: AbortSignal) => Promise<number> },
): Repetition {
  return createRepeater({ clock: systemClock, log, pauseMsMax: passPauseMs })(what, pass)
}

const passAll = (pass: (signal: AbortSignal) => Promise<void>) => async (signal: AbortSignal) => {
  await pass(signal)
  return systemClock() + passPauseMs
}

function startDeleting(surroundings: ConsumerSurroundings): Repetition[] {
  const { eventLog, deletions, projectDeletions, eraser, log } = surroundings
  const watched = { eventLog, group: consumerGroup, clock: systemClock }
  const deleteEvents = createDeletionPass({
    list: (page) => deletions.listDeletions(page),
    erase: ({ receivedUntil: receivedUntilMs, ...events }, signal) =>
      eraser.eraseEvents({ ...events, receivedUntilMs }, signal),
    finish: (id) => deletions.finishDeletion(id),
    settled: createSettledLog({ ...watched, topics: ['envelopes'], appendedLateMs }),
  })
  const deleteProjects = createDeletionPass({
    list: (page) => projectDeletions.listProjectDeletions(page),
    erase: ({ id: projectId, organizationId }, signal) => eraser.eraseProject({ organizationId, projectId }, signal),
    finish: (id) => projectDeletions.finishProjectDeletion(id),
    // Ingest accepts cached keys for this long while the control plane is unavailable.
    settled: createSettledLog({
      ...watched,
      topics: telemetryTopics,
      appendedLateMs: appendedLateMs + limits.internal.cache.intakeStaleMs,
    }),
  })
  return [
    startPass('deleting events of deleted issues', { log, pass: passAll(deleteEvents) }),
    startPass('deleting telemetry of deleted projects', { log, pass: passAll(deleteProjects) }),
  ]
}

/** Share of the converted-map cache for stored events. */
const resymbolicationShare = 1 / 8

function startResymbolicating(
  { sourceMapCacheBytesMax }: ConsumerConfig,
  { artifactPlace, ...surroundings }: ConsumerSurroundings,
): Repetition[] {
  if (artifactPlace === undefined) return []
  const scripts = createScriptLoader({
    directory: surroundings.sourceMaps,
    blobs: openBlobStore(artifactPlace),
    cacheBytesMax: Math.floor(sourceMapCacheBytesMax * resymbolicationShare),
    clock: systemClock,
  })
  const resolvePage = createResymbolicationPass({ ...surroundings, scripts })
  const pass = async (signal: AbortSignal) => {
    const hasMore = await resolvePage(signal)
    return hasMore ? systemClock() : systemClock() + passPauseMs
  }
  return [startPass('resolving stored events with new source maps', { log: surroundings.log, pass })]
}
