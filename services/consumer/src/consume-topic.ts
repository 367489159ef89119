import type { TelemetryTopic } from '@signalbox/contracts'
import { EventLogError, type EventLog, type EventLogConsumer, type LogBatch } from '@signalbox/event-log'
import type { Clock, SightingRecorder } from '@signalbox/service-kit'
import type { TelemetryWriter } from '@signalbox/telemetry-store'
import type { BackoffOptions } from './backoff.js'
import type { ConsumerLog } from './consumer-log.js'
import type { ConsumerMetrics } from './consumer-metrics.js'
import type { DuplicateSearch } from './duplicates/duplicate-search.js'
import { createDuplicatesAttempt, type ReadyBatch } from './duplicates/without-duplicates.js'
import type { BatchProcessor } from './processor/batch-processor.js'
import { findPoison } from './processor/find-poison.js'
import type { ResolvedBatch, SettingsReader } from './project/batch-settings.js'
import { createRetry, type Retry } from './retry.js'
import { createStoreAttempt } from './store/store-batch.js'
import { createWritePace, noWritePace, type WritePace } from './write-pace.js'

/** Dependencies shared by the loops of all topics. */
export interface ConsumeDependencies {
  eventLog: EventLog
  writer: TelemetryWriter
  sightings: SightingRecorder
  settings: SettingsReader
  processor: BatchProcessor
  duplicates: DuplicateSearch
  log: ConsumerLog
  metrics: ConsumerMetrics
  clock: Clock
  /** Pauses between attempts while the store or the log fails. */
  backoff: BackoffOptions
  /** Batches of a topic that are read and processed while the previous one is being stored. */
  batchesAhead: number
  /** True to space out small writes, because the store shares this machine's processors. */
  paceWrites: boolean
}

export interface ConsumeTopicOptions extends ConsumeDependencies {
  topic: TelemetryTopic
  consumer: EventLogConsumer
}

/** Consecutive failures of a batch that may be bad luck, such as a lack of memory. */
const attemptsBeforeSearch = 3

/**
 * Consumes one topic until the signal is aborted. Reads and processes batches ahead and concurrently, and stores them
 * one after the other in read order. A failing store or log is retried indefinitely; no batch is ever skipped.
 * @returns Once the batch being stored is done, or left to the next start.
 * @throws EventLogError `out-of-order` if the log has assigned the topic to another consumer.
 */
export async function consumeTopic(options: ConsumeTopicOptions, signal: AbortSignal): Promise<void> {
  const retry = createRetry(options)
  const pace = options.paceWrites ? createWritePace(() => performance.now()) : noWritePace
  const prepareNext = createPreparation(options, { retry, pace }, signal)
  const ahead = Array.from({ length: options.batchesAhead }, prepareNext)
  while (!signal.aborted) {
    const ready = await ahead.shift()
    if (ready === undefined) {
      return
    }
    ahead.push(prepareNext())
    const startedAt = performance.now()
    await storeUnlessReassigned(options, ready, retry, signal)
    pace.stored(performance.now() - startedAt)
  }
}

/** A batch whose partition moved to another consumer is abandoned: the other one reads the same records. */
async function storeUnlessReassigned(
  options: ConsumeTopicOptions,
  ready: ReadyBatch,
  retry: Retry,
  signal: AbortSignal,
): Promise<void> {
  try {
    await storeBatch(options, ready, retry, signal)
  } catch (error) {
    if (!(error instanceof EventLogError && error.reason === 'reassigned')) throw error
    const { topic, partition, start, end } = ready.batch
    options.log.info({ topic, partition, start, end }, 'batch abandoned: another consumer now owns its partition')
  }
}

/**
 * Reads batches one after the other and processes them concurrently.
 * @returns A function that returns the next batch; undefined once the signal is aborted or the consumer is closed.
 */
function createPreparation(
  options: ConsumeTopicOptions,
  { retry, pace }: { retry: Retry; pace: WritePace },
  signal: AbortSignal,
): () => Promise<ReadyBatch | undefined> {
  const { consumer, processor, settings, topic } = options
  const read = async () => {
    await pace.turn(signal)
    const batch = await retry.run('reading the log', () => consumer.nextBatch(topic, signal), signal)
    if (batch !== undefined) pace.read(batch)
    return batch
  }
  const prepare = async (reading: Promise<LogBatch | undefined>): Promise<ReadyBatch | undefined> => {
    const sent = await reading
    const batch = sent && (await retry.run('reading project settings', () => settings.resolve(sent), signal))
    if (batch === undefined) return undefined
    return retry.run('processing a batch', createProcessAttempt(processor, batch, signal), signal)
  }
  let lastRead: Promise<LogBatch | undefined> | undefined
  return () => {
    // Nothing more is read after a read that failed or reached the end.
    lastRead = lastRead === undefined ? read() : lastRead.then((before) => before && read())
    const ready = prepare(lastRead)
    // The rejection is handled when the batch's turn comes; until then it must not count as unhandled.
    ready.catch(() => undefined)
    return ready
  }
}

/** An attempt that, after several failures, searches for the offending records: they must not block the others. */
function createProcessAttempt(
  processor: BatchProcessor,
  batch: ResolvedBatch,
  signal: AbortSignal,
): () => Promise<ReadyBatch> {
  let attempts = 0
  return async () => {
    attempts += 1
    const poisoned = attempts > attemptsBeforeSearch ? await findPoison(processor, batch, signal) : []
    return { batch, poisoned, processed: await processor.process(batch, { poisoned }) }
  }
}

async function storeBatch(
  options: ConsumeTopicOptions,
  ready: ReadyBatch,
  retry: Retry,
  signal: AbortSignal,
): Promise<void> {
  // Runs once all earlier batches are stored.
  const processed = await retry.run('checking for duplicates', createDuplicatesAttempt(options, ready), signal)
  if (processed === undefined) return
  const { batch } = ready
  const { eventLog, consumer, writer, sightings, metrics, topic, clock } = options
  const attempt = createStoreAttempt({ eventLog, consumer, writer, sightings, batch, processed })
  const report = await retry.run('storing a batch', attempt, signal)
  if (report !== undefined) {
    metrics.batchStored({ topic, processed, report, repeated: batch.repeated, storedAt: clock() })
  }
}
