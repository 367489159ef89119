import type { EventLog, EventLogConsumer, LogBatch } from '@signalbox/event-log'
import { openKafkaLog } from '@signalbox/event-log/kafka'
import { expect } from 'chai'
import { setTimeout as delay } from 'node:timers/promises'
import { eventually } from '../support/eventually.js'
import { startKafka, type KafkaCluster } from '../support/kafka/kafka-broker.js'
import { createCleanup } from '../support/cleanup.js'

const limits = { rowsMax: 10, bytesMax: 1_000_000, waitMs: 20 }
const partitions = 4

describe('a consumer group on Kafka', () => {
  const cleanup = createCleanup()
  let kafka: KafkaCluster
  const opened: EventLog[] = []
  let prefixes = 0

  const open = async (prefix: string) => {
    const log = await openKafkaLog({ brokers: kafka.brokers, prefix, topics: { partitions } })
    opened.push(log)
    return log
  }
  const openMember = async (prefix: string) =>
    (await open(prefix)).openConsumer({ group: 'readers', topics: ['envelopes'], limits })

  before(async () => {
    kafka = cleanup.add(await startKafka(), (cluster) => cluster.remove())
  })

  afterEach(async () => {
    await Promise.all(opened.splice(0).map((log) => log.close()))
  })

  after(() => cleanup.run())

  it('delivers every record to exactly one of the changing consumers', async () => {
    const prefix = `group-${(prefixes += 1)}.`
    const log = await open(prefix)
    const stored = new Map<string, number>()
    const members = [startMember(await openMember(prefix), stored)]
    const names = Array.from({ length: 600 }, (_, index) => `record ${index}`)
    for (const [index, name] of names.entries()) {
      await log.append('envelopes', [{ headers: {}, value: Buffer.from(name), rows: 1 }])
      if (index === 150 || index === 300) members.push(startMember(await openMember(prefix), stored))
      if (index === 450) await members.shift()?.stop()
    }
    await eventually(() => expect(stored.size).to.equal(names.length), { withinMs: 60_000 })
    await Promise.all(members.map((member) => member.stop()))
    expect([...stored.values()].every((times) => times === 1)).to.equal(true)
  })

  it('delays a rebalance until a planned batch is committed', async () => {
    const prefix = `group-${(prefixes += 1)}.`
    const log = await open(prefix)
    const first = await openMember(prefix)
    await log.append('envelopes', [{ headers: {}, value: Buffer.from('a'), rows: 1 }])
    const batch = (await first.nextBatch('envelopes')) as LogBatch
    await first.plan(batch)
    let isSecondIn = false
    const second = openMember(prefix).then((consumer) => {
      isSecondIn = true
      return consumer
    })
    await eventually(async () => expect(await groupState(log)).to.be.greaterThan(0))
    // Longer than the client's own timeout, and shorter than the maximum rebalance delay.
    await delay(7_500)
    expect(isSecondIn).to.equal(false)
    await first.commit(batch)
    await second
    expect((await log.lag('readers')).reduce((sum, { records }) => sum + records, 0)).to.equal(0)
  })

  it('rejects batches that were read before a rebalance', async () => {
    const prefix = `group-${(prefixes += 1)}.`
    const log = await open(prefix)
    const first = await openMember(prefix)
    await log.append('envelopes', [{ headers: {}, value: Buffer.from('a'), rows: 1 }])
    const batch = (await first.nextBatch('envelopes')) as LogBatch
    await openMember(prefix)
    const reason = await first.plan(batch).catch((error: unknown) => (error as { reason: string }).reason)
    expect(reason).to.equal('reassigned')
  })
})

/** A member learns of the rebalance from the coordinator when it queries the lag. */
async function groupState(log: EventLog): Promise<number> {
  return (await log.lag('readers')).length
}

/** Stores batch after batch in the map: how often each record was stored. */
function startMember(consumer: EventLogConsumer, stored: Map<string, number>): { stop: () => Promise<void> } {
  const stopping = new AbortController()
  const storeNext = async () => {
    const batch = await consumer.nextBatch('envelopes', stopping.signal)
    if (!batch) return
    try {
      await consumer.plan(batch)
      for (const { value } of batch.records) count(stored, Buffer.from(value).toString())
      await consumer.commit(batch)
    } catch (error) {
      if ((error as { reason?: string }).reason !== 'reassigned') throw error
    }
  }
  const running = (async () => {
    while (!stopping.signal.aborted) await storeNext()
  })()
  return {
    stop: async () => {
      stopping.abort()
      await running
      await consumer.close()
    },
  }
}

function count(stored: Map<string, number>, name: string): void {
  stored.set(name, (stored.get(name) ?? 0) + 1)
}
