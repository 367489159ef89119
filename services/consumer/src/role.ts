import { openBlobStore, type BlobPlace } from '@signalbox/artifact-store'
import type { EventLog } from '@signalbox/event-log'
import {
  systemClock,
  type EventDeletions,
  type Log,
  type Metrics,
  type ProjectSettingsDirectory,
  type Resymbolications,
  type RetentionConfig,
  type SightingRecorder,
  type SourceMapDirectory,
} from '@signalbox/service-kit'
import type { EventEraser, EventReviser, TelemetryWriter } from '@signalbox/telemetry-store'
import type { ConsumerConfig } from './config.js'
import { createConsumerMetrics } from './consumer-metrics.js'
import { consumerGroup, createConsumerRole } from './consumer-role.js'
import { createDeletionPass } from './deletions/deletion-pass.js'
import { createSettledLog } from './deletions/settled-log.js'
import { watchLag } from './lag-metrics.js'
import { retentionOf } from './processor/retention-of.js'
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
  artifactPlace: BlobPlace | undefined
  /** What is to be deleted from the store. */
  deletions: EventDeletions
  eraser: EventEraser
  /** Stored events that are to be resolved once more. */
  resymbolications: Resymbolications
  reviser: EventReviser
  metrics: Metrics
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
  const { eventLog, metrics: registry, log } = surroundings
  const processor = createWorkerProcessor({
    retentionDays: retentionOf(config),
    sourceMaps: accessOf(config, surroundings),
  })
  const role = createConsumerRole({
    ...surroundings,
    processor,
    metrics: createConsumerMetrics(registry),
    limits: { rowsMax: config.batchRowsMax, bytesMax: config.batchBytesMax, waitMs: config.batchWaitMs },
  })
  role.start()
  const stopDeleting = startDeleting(surroundings)
  const stopResymbolicating = startResymbolicating(config, surroundings)
  const stopWatching = watchLag({ eventLog, metrics: registry, log })
  return {
    stop: async () => {
      stopWatching()
      await Promise.all([stopDeleting(), stopResymbolicating(), role.stop()])
      await processor.close()
    },
  }
}

function accessOf(
  { sourceMapCacheBytesMax }: ConsumerConfig,
  { sourceMaps: known, artifactPlace: place }: ConsumerSurroundings,
): SourceMapAccess | undefined {
  const cacheBytesMax = Math.floor(sourceMapCacheBytesMax * (1 - resymbolicationShare))
  return place === undefined ? undefined : { known, place, cacheBytesMax }
}

const deletionPauseMs = 5_000

function startDeleting({ eventLog, deletions, eraser, log }: ConsumerSurroundings): () => Promise<void> {
  const settled = createSettledLog({ eventLog, group: consumerGroup, clock: systemClock })
  const failure = 'events of deleted issues could not be deleted; trying again'
  return repeatPass({
    pass: createDeletionPass({ deletions, eraser, settled }),
    pauseMs: deletionPauseMs,
    log,
    failure,
  })
}

const resymbolicationPauseMs = 5_000
/** Of the bytes that converted maps may take, the part for stored events. */
const resymbolicationShare = 1 / 8

function startResymbolicating(
  { sourceMapCacheBytesMax }: ConsumerConfig,
  { artifactPlace, ...surroundings }: ConsumerSurroundings,
): () => Promise<void> {
  if (artifactPlace === undefined) return () => Promise.resolve()
  const scripts = createScriptLoader({
    directory: surroundings.sourceMaps,
    blobs: openBlobStore(artifactPlace),
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
