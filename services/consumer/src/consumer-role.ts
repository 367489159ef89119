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
  'metrics' | 'clock' | 'backoff' | 'settings' | 'duplicates' | 'batchesAhead'
> {
  /** Where the settings of projects are read. */
  projectSettings: ProjectSettingsDirectory
  metrics?: ConsumerMetrics
  clock?: Clock
  /** When a batch is closed. Default: `limits.consumerBatch`. */
  limits?: BatchLimits
  /** Batches of a topic that are processed while the one before them is stored. Default 1. */
  batchesAhead?: number
  /** Default: 100 ms to 30 s. */
  backoff?: BackoffOptions
  /** How long `stop` waits for the batches being stored, in milliseconds. Default 8 s: the process has 10. */
  stopWaitMs?: number
}

export interface ConsumerRole {
  /** Starts consuming. Returns at once: a log that cannot be read yet is tried until it can. */
  start(): void
  /**
   * Stops reading, waits a bounded time for the batches that are being stored, then leaves the group. A batch that is
   * not done by then stays planned and is repeated at the next start. Does not close what it was given.
   */
  stop(): Promise<void>
}

/** Consumer group of the pipeline: the offsets that ingest's backlog is measured against. */
export const consumerGroup = 'signalbox-consumer'

const defaultBackoff = { baseMs: 100, maxMs: 30_000 }
const defaultStopWaitMs = 8_000

/** The role that turns the log into rows: one loop for each telemetry topic. */
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

/** Opens the log again whenever its consumer is lost: what was not committed then comes again. */
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

/** @throws whatever the first loop that fails throws, after the others have ended and the consumer is closed. */
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
      // One loop ends only when all should: then a single new consumer takes over all topics.
      failing.abort()
    }
  })
  const results = await Promise.allSettled(loops)
  await consumer.close()
  const failed = results.find((result) => result.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}
