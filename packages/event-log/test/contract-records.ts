import type { Topic } from '@signalbox/contracts'
import type { BatchLimits, EventLog, EventLogConsumer, EventLogError, LogBatch, LogRecordInput } from '../src/index.js'

/** Limits under which only the time closes a batch. */
export const byTime: BatchLimits = { rowsMax: 1e6, bytesMax: 1e8, waitMs: 30 }

export function record(text: string, rows = 1): LogRecordInput {
  return { headers: { name: text }, value: Buffer.from(text), rows }
}

export function recordOfBytes(bytes: number): LogRecordInput {
  return { headers: {}, value: Buffer.alloc(bytes, 7), rows: 1 }
}

export function textsOf(batch: LogBatch): string[] {
  return batch.records.map(({ value }) => Buffer.from(value).toString())
}

/** Appends with a single key, so that the order is preserved in logs with several partitions too. */
export async function appendTexts(log: EventLog, topic: Topic, texts: readonly string[]): Promise<void> {
  await log.append(
    topic,
    texts.map((text) => record(text)),
    { partitionKey: 'one' },
  )
}

export function openReader(log: EventLog, limits: BatchLimits = byTime, group = 'readers'): Promise<EventLogConsumer> {
  return log.openConsumer({ group, topics: ['envelopes'], limits })
}

/** The next batch, which must arrive. */
export async function takeBatch(consumer: EventLogConsumer, topic: Topic = 'envelopes'): Promise<LogBatch> {
  const batch = await consumer.nextBatch(topic)
  if (batch === undefined) {
    throw new Error('there was no batch')
  }
  return batch
}

/** Reads, plans and commits until `count` records have arrived. */
export async function consume(consumer: EventLogConsumer, count: number): Promise<LogBatch[]> {
  const batches: LogBatch[] = []
  let records = 0
  while (records < count) {
    const batch = await takeBatch(consumer)
    await consumer.plan(batch)
    await consumer.commit(batch)
    batches.push(batch)
    records += batch.records.length
  }
  return batches
}

/** The reason of the EventLogError that the promise rejects with. */
export async function reasonOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise
  } catch (error) {
    return (error as EventLogError).reason
  }
  return 'no failure'
}
