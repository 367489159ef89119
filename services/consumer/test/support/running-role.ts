import type { Topic } from '@signalbox/contracts'
import { createMemoryLog, type EventLog, type MemoryLogState } from '@signalbox/event-log'
import type { StoredBatch } from '../../src/consumer-metrics.js'
import { consumerGroup, createConsumerRole, type ConsumerRole } from '../../src/consumer-role.js'
import type { BatchProcessor } from '../../src/processor/batch-processor.js'
import { noProjectSettings, noSightings } from '../../src/no-control-plane.js'
import { createInlineProcessor } from '../../src/processor/inline-processor.js'
import { FakeWriter } from './fake-writer.js'
import { MemoryConsumerLog } from './memory-consumer-log.js'
import { processOptions, receivedAt } from './records.js'

export interface RunningRole {
  eventLog: EventLog
  writer: FakeWriter
  log: MemoryConsumerLog
  stored: StoredBatch[]
  role: ConsumerRole
}

export interface RoleSetup {
  state?: MemoryLogState
  writer?: FakeWriter
  processor?: BatchProcessor
  wrapLog?: (eventLog: EventLog) => EventLog
  rowsMax?: number
  batchesAhead?: number
  stopWaitMs?: number
}

/** A role on a memory log and an in-memory store, with pauses of a millisecond; not started. */
export function setUpRole(setup: RoleSetup = {}): RunningRole {
  const eventLog = createMemoryLog(setup.state === undefined ? {} : { state: setup.state })
  const writer = setup.writer ?? new FakeWriter()
  const log = new MemoryConsumerLog()
  const stored: StoredBatch[] = []
  const role = createConsumerRole({
    eventLog: setup.wrapLog?.(eventLog) ?? eventLog,
    writer,
    log,
    projectSettings: noProjectSettings,
    sightings: noSightings,
    processor: setup.processor ?? createInlineProcessor(processOptions),
    metrics: { batchStored: (batch) => stored.push(batch), attemptFailed: () => undefined },
    clock: () => receivedAt + 2_000,
    limits: { rowsMax: setup.rowsMax ?? 1, bytesMax: 1_000_000, waitMs: 1 },
    backoff: { baseMs: 1, maxMs: 5 },
    batchesAhead: setup.batchesAhead ?? 1,
    stopWaitMs: setup.stopWaitMs ?? 2_000,
  })
  return { eventLog, writer, log, stored, role }
}

/** Records of a topic that the consumer has not committed. */
export async function waitingRecords(eventLog: EventLog, topic: Topic): Promise<number | undefined> {
  return (await eventLog.lag(consumerGroup)).find((lag) => lag.topic === topic)?.records
}

/** All records of a topic, read by a separate group. */
export async function readAll(eventLog: EventLog, topic: Topic) {
  const limits = { rowsMax: 1_000, bytesMax: 10_000_000, waitMs: 1 }
  const consumer = await eventLog.openConsumer({ group: 'reader', topics: [topic], limits })
  const batch = await consumer.nextBatch(topic, AbortSignal.timeout(500))
  await consumer.close()
  return batch?.records ?? []
}
