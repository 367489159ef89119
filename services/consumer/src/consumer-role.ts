import { setTimeout as sleep } from 'node:timers/promises'
import { limits, telemetryTopics } from '@signalbox/contracts'
import type { BatchLimits, EventLogConsumer } from '@signalbox/event-log'
import { systemClock, type Clock, type ProjectSettingsDirectory } from '@signalbox/service-kit'
import { createBackoff, type BackoffOptions } from './backoff.js'
import { consumeTopic, type ConsumeDependencies } from './consume-topic.js'
import { createDuplicateSearch } from './duplicates/duplicate-search.js'
import { createSettingsReader } from './project/batch-settings.js'
import { noMetrics, type ConsumerMetrics } from './consumer-metrics.js'

export interface ConsumerRoleOptions extends Omit<
  ConsumeDependencies,
  'metrics' | 'clock' | 'backoff' | 'settings' | 'duplicates' | 'batchesAhead' | 'paceWrites'
> {
  /** Directory of project settings. */
  projectSettings: ProjectSettingsDirectory
  metrics?: ConsumerMetrics
  clock?: Clock
  /** When to close a batch. Default: `limits.consumerBatch`. */
  limits?: BatchLimits
  /** Batches of a topic that are processed while the previous one is being stored. Default 1. */
  batchesAhead?: number
  /** True to space out small writes, because the store shares this machine's processors. Default false. */
  paceWrites?: boolean
  /** Default: 100 ms to 30 s. */
  backoff?: BackoffOptions
  /**
   * How long `stop` waits for the batches being stored, in milliseconds. Default 8 s; the process has 10 s to shut
   * down.
   */
  stopWaitMs?: number
}

export interface ConsumerRole {
  /** Starts consuming. Returns immediately: a log that isn't readable yet is retried. */
  start(): void
  /**
   * Stops reading, waits a bounded time for the batches being stored, then leaves the group. An unfinished batch stays
   * planned and is repeated at the next start. Doesn't close its dependencies.
   */
  stop(): Promise<void>
}

/** Consumer group of the pipeline, against whose offsets ingest's backlog is measured. */
export const consumerGroup = 'signalbox-consumer'

const defaultBackoff = { baseMs: 100, maxMs: 30_000 }
const defaultStopWaitMs = 8_000

/** Creates the role that turns the log into rows: one loop per telemetry topic. */
export function createConsumerRole(options: ConsumerRoleOptions): ConsumerRole {
  const dependencies: ConsumeDependencies = {
    eventLog: options.eventLog,
    writer: options.writer,
    sightings: options.sightings,
    settings: createSettingsReader(options.projectSettings),
    processor: options.processor,
    duplicates: createDuplicateSearch(options.writer),
    log: options.log,
    metrics: options.metrics ?? noMetrics,
    clock: options.clock ?? systemClock,
    backoff: options.backoff ?? defaultBackoff,
    batchesAhead: options.batchesAhead ?? 1,
    paceWrites: options.paceWrites ?? false,
  }
  const batchLimits = options.limits ?? limits.consumerBatch
  const stopping = new AbortController()
  let consumer: EventLogConsumer | undefined
  let running: Promise<void> | undefined

  const runOnce = async () => {
    const topics = telemetryTopics
    consumer = await dependencies.eventLog.openConsumer({ group: consumerGroup, topics, limits: batchLimits })
    await consumeTopics(dependencies, consumer, stopping.signal)
  }

  return {
    start: () => {
      running ??= runUntilStopped(dependencies, runOnce, stopping.signal)
    },
    stop: async () => {
      stopping.abort()
      await Promise.race([running, sleep(options.stopWaitMs ?? defaultStopWaitMs, undefined, { ref: false })])
      await consumer?.close()
    },
  }
}

/** Reopens the log whenever its consumer is lost; uncommitted records are then read again. */
async function runUntilStopped(
  { log, backoff, clock }: ConsumeDependencies,
  runOnce: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const pauses = createBackoff(backoff)
  while (!signal.aborted) {
    const startedAt = clock()
    try {
      await runOnce()
    } catch (error) {
      if (pauses.failures === 0) log.error({ err: error }, 'the event log cannot be opened; retrying until it can')
    }
    if (clock() - startedAt > backoff.maxMs) pauses.reset()
    pauses.fail()
    await pauses.wait(signal)
  }
}

/** @throws The first loop's error, after the others have ended and the consumer is closed. */
async function consumeTopics(
  dependencies: ConsumeDependencies,
  consumer: EventLogConsumer,
  stopSignal: AbortSignal,
): Promise<void> {
  const failing = new AbortController()
  const signal = AbortSignal.any([stopSignal, failing.signal])
  const loops = telemetryTopics.map(async (topic) => {
    try {
      await consumeTopic({ ...dependencies, topic, consumer }, signal)
    } finally {
      // If one loop ends, all must: a single new consumer then takes over all topics.
      failing.abort()
    }
  })
  const results = await Promise.allSettled(loops)
  await consumer.close()
  const failed = results.find((result) => result.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}
