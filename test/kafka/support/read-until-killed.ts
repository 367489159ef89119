import { openKafkaLog } from '@signalbox/event-log/kafka'

/** Run as a process: plans one batch, prints it, and keeps storing it forever. */
async function readUntilKilled(broker: string, prefix: string): Promise<void> {
  const log = await openKafkaLog({ brokers: [broker], prefix, sessionTimeoutMs: 2_000 })
  const limits = { rowsMax: 3, bytesMax: 1_000_000, waitMs: 100 }
  const consumer = await log.openConsumer({ group: 'readers', topics: ['envelopes'], limits })
  const batch = await consumer.nextBatch('envelopes')
  if (!batch) throw new Error('there was no batch')
  await consumer.plan(batch)
  const { partition, start, end, records } = batch
  const texts = records.map(({ value }) => Buffer.from(value).toString())
  process.stdout.write(`${JSON.stringify({ partition, start, end, texts })}\n`)
}

const [broker = '', prefix = ''] = process.argv.slice(2)
void readUntilKilled(broker, prefix)
