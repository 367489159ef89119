import { createDirectoryStore } from '@signalbox/artifact-store'
import { limits, telemetryTopics } from '@signalbox/contracts'
import type { EventLog } from '@signalbox/event-log'
import {
  systemClock,
  type EventDeletions,
  type Log,
  type Metrics,
  type ProjectDeletions,
  type ProjectSettingsDirectory,
  type Resymbolications,
  type RetentionConfig,
  type SightingRecorder,
  type SourceMapDirectory,
  type Warnings,
} from '@signalbox/service-kit'
import type { EventReviser, TelemetryEraser, TelemetryWriter } from '@signalbox/telemetry-store'
import type { ConsumerConfig } from './config.js'
import { createConsumerMetrics, type ConsumerMetrics } from './consumer-metrics.js'
import { consumerGroup, createConsumerRole } from './consumer-role.js'
import { createDeletionPass } from './deletions/deletion-pass.js'
import { appendedLateMs, createSettledLog } from './deletions/settled-log.js'
import { watchLag } from './lag-metrics.js'
import { retentionOf } from './processor/retention-of.js'
import { createPipelineLag } from './pipeline-lag.js'
import { repeatPass } from './repeat-pass.js'
import { createResymbolicationPass } from './resymbolicate/resymbolication-pass.js'
import { createScriptLoader } from './symbols/script-loader.js'
import { createWorkerProcessor, type SourceMapAccess } from './processor/worker-processor.js'

export interface ConsumerSurroundings {
  eventLog: EventLog
  writer: TelemetryWriter
  projectSettings: ProjectSettingsDirectory
  sightings: SightingRecorder
  /** What was uploaded for the scripts of events. */
  sourceMaps: SourceMapDirectory
  /** Where the artifact store lies; undefined when it cannot be reached: frames stay as they were sent then. */
  artifactsDirectory: string | undefined
  /** What is to be deleted from the store. */
  deletions: EventDeletions
  projectDeletions: ProjectDeletions
  eraser: TelemetryEraser
  /** Stored events that are to be resolved once more. */
  resymbolications: Resymbolications
  reviser: EventReviser
  metrics: Metrics
  warnings: Pick<Warnings, 'note'>
  log: Log
}

/** A consumer at work. */
export interface RunningConsumer {
  /** See `ConsumerRole`. The thread that processes batches ends as well. */
  stop(): Promise<void>
}

/** Starts the consumer as it is configured, with a thread of its own that processes batches, and shows its lag. */
export function startConsumer(
  config: ConsumerConfig & RetentionConfig,
  surroundings: ConsumerSurroundings,
): RunningConsumer {
  const { eventLog, metrics: registry, warnings, log } = surroundings
  const pipelineLag = createPipelineLag(registry)
  const processor = createWorkerProcessor({
    retentionDays: retentionOf(config),
    sourceMaps: accessOf(config, surroundings),
  })
  const role = createConsumerRole({
    ...surroundings,
    processor,
    metrics: warnOfDeadLetters(createConsumerMetrics(registry, pipelineLag), warnings),
    limits: { rowsMax: config.batchRowsMax, bytesMax: config.batchBytesMax, waitMs: config.batchWaitMs },
  })
  role.start()
  const stopDeleting = startDeleting(surroundings)
  const stopResymbolicating = startResymbolicating(config, surroundings)
  const stopWatching = watchLag({ eventLog, metrics: registry, pipelineLag, warnings, log })
  return {
    stop: async () => {
      stopWatching()
      await Promise.all([stopDeleting(), stopResymbolicating(), role.stop()])
      await processor.close()
    },
  }
}

function warnOfDeadLetters(metrics: ConsumerMetrics, warnings: Pick<Warnings, 'note'>): ConsumerMetrics {
  return {
    ...metrics,
    batchStored: (batch) => {
      metrics.batchStored(batch)
      const { length: count } = batch.processed.deadLetters
      if (count === 0) return
      const detail = `Items of ${batch.topic} cannot be stored and became dead letters: signalbox dead-letters list shows why`
      warnings.note({ kind: 'dead_letters', subject: batch.topic, detail, count })
    },
  }
}

function accessOf(
  { sourceMapCacheBytesMax }: ConsumerConfig,
  { sourceMaps: known, artifactsDirectory: blobDirectory }: ConsumerSurroundings,
): SourceMapAccess | undefined {
  const cacheBytesMax = Math.floor(sourceMapCacheBytesMax * (1 - resymbolicationShare))
  return blobDirectory === undefined ? undefined : { known, blobDirectory, cacheBytesMax }
}

const deletionPauseMs = 5_000

function startDeleting(surroundings: ConsumerSurroundings): () => Promise<void> {
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
    // Ingest lets keys in for so long that it remembers while the control plane is away.
    settled: createSettledLog({
      ...watched,
      topics: telemetryTopics,
      appendedLateMs: appendedLateMs + limits.internal.cache.intakeStaleMs,
    }),
  })
  const repeated = { pauseMs: deletionPauseMs, log }
  const stops = [
    repeatPass({
      ...repeated,
      pass: deleteEvents,
      failure: 'events of deleted issues could not be deleted; trying again',
    }),
    repeatPass({
      ...repeated,
      pass: deleteProjects,
      failure: 'telemetry of deleted projects could not be deleted; trying again',
    }),
  ]
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}

const resymbolicationPauseMs = 5_000
/** Of the bytes that converted maps may take, the part for stored events. */
const resymbolicationShare = 1 / 8

function startResymbolicating(
  { sourceMapCacheBytesMax }: ConsumerConfig,
  { artifactsDirectory, ...surroundings }: ConsumerSurroundings,
): () => Promise<void> {
  if (artifactsDirectory === undefined) return () => Promise.resolve()
  const scripts = createScriptLoader({
    directory: surroundings.sourceMaps,
    blobs: createDirectoryStore(artifactsDirectory),
    cacheBytesMax: Math.floor(sourceMapCacheBytesMax * resymbolicationShare),
    clock: systemClock,
  })
  return repeatPass({
    pass: createResymbolicationPass({ ...surroundings, scripts }),
    pauseMs: resymbolicationPauseMs,
    log: surroundings.log,
    failure: 'stored events could not be resolved by source maps that came later; trying again',
  })
}
