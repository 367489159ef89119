import type { EventLog, LogRange } from '@signalbox/event-log'
import { openKafkaLog } from '@signalbox/event-log/kafka'
import { expect } from 'chai'
import { randomBytes } from 'node:crypto'
import { byTime, record } from '../../packages/event-log/test/contract-records.js'
import { eventually } from '../support/eventually.js'
import { startKafka, type KafkaCluster } from '../support/kafka/kafka-broker.js'
import { createCleanup } from '../support/cleanup.js'
import { startReader, startWriters, type Writers } from './support/load.js'

describe('three brokers, one of them killed under load', function () {
  this.timeout(400_000)
  const cleanup = createCleanup()
  let kafka: KafkaCluster
  let writing: EventLog
  let reading: EventLog

  before(async () => {
    kafka = cleanup.add(await startKafka(3), (cluster) => cluster.remove())
    const options = { brokers: kafka.brokers, topics: { partitions: 3 }, sessionTimeoutMs: 6_000 }
    writing = cleanup.add(await openKafkaLog(options), (log) => log.close().catch(() => {}))
    reading = cleanup.add(await openKafkaLog(options), (log) => log.close().catch(() => {}))
  })
  after(() => cleanup.run())

  it('retain every acknowledged record exactly once, and accept appends again within seconds', async function () {
    const consumer = await reading.openConsumer({ group: 'readers', topics: ['envelopes'], limits: byTime })
    const reader = cleanup.add(startReader(consumer), (own) => own.stop())
    const writers = cleanup.add(startWriters(writing), (own) => own.stop())
    await acknowledge(writers, 100)
    const pauses: number[] = []
    for (const broker of [0, 1]) {
      await kafka.kill(broker)
      const killedAt = performance.now()
      await acknowledge(writers, 100)
      pauses.push(writers.longestPauseMs(killedAt))
      await kafka.restart(broker)
      await acknowledge(writers, 100)
    }
    await writers.stop()
    const { acknowledged } = writers
    await eventually(() => expect(acknowledged.filter((name) => !reader.stored.has(name)).length).to.equal(0), {
      withinMs: 60_000,
    })
    await reader.stop()
    expect(await findRepeated()).to.deep.equal([])
    expect([...reader.stored.values()].filter((times) => times !== 1)).to.deep.equal([])
    const told = pauses.map((pause) => `${(pause / 1_000).toFixed(1)} s`).join(', ')
    this.test!.title += ` (longest pause after each kill: ${told}; ${acknowledged.length} records)`
  })

  /** Duplicates in the log itself, for any reader. */
  async function findRepeated(): Promise<string[]> {
    const seen = new Set<string>()
    const repeated: string[] = []
    for (const { partition, start } of await reading.bounds('envelopes')) {
      const wanted = { topic: 'envelopes', partition, recordsMax: 10_000, bytesMax: 10_000_000 } as const
      let next: number | undefined = start
      while (next !== undefined) {
        const range: LogRange = await reading.readRange({ ...wanted, from: next })
        const names = range.records.map(({ value }) => Buffer.from(value).toString())
        repeated.push(...names.filter((name) => seen.size === seen.add(name).size))
        next = range.next
      }
    }
    return repeated
  }

  async function acknowledge({ acknowledged }: Writers, count: number): Promise<void> {
    const wanted = acknowledged.length + count
    await eventually(() => expect(acknowledged.length).to.be.at.least(wanted), { withinMs: 90_000 })
  }
})

describe('a broker whose disk is full', function () {
  this.timeout(240_000)
  const cleanup = createCleanup()
  let kafka: KafkaCluster
  let log: EventLog

  before(async () => {
    kafka = cleanup.add(await startKafka(1, { fileBytesMax: 12 * 1_048_576 }), (cluster) => cluster.remove())
    log = cleanup.add(await openKafkaLog({ brokers: kafka.brokers, topics: { partitions: 1 } }), (own) => own.close())
  })
  after(() => cleanup.run())

  it('rejects records as unavailable; acknowledged ones remain when it has space again', async () => {
    const acknowledged: string[] = []
    const append = async (index: number) => {
      const name = `record ${index}`
      // Random, so that compression frees no space.
      const value = randomBytes(1_000_000)
      await log.append('envelopes', [{ ...record(name), value, headers: { name } }], { partitionKey: 'one' })
      acknowledged.push(name)
    }
    let refusal: unknown
    for (let index = 0; refusal === undefined && index < 50; index += 1) {
      await append(index).catch((error: unknown) => (refusal = error))
    }
    expect(refusal).to.have.property('reason', 'unavailable')
    await kafka.restart(0)
    await eventually(() => append(1_000), { withinMs: 60_000 })
    const consumer = await log.openConsumer({ group: 'readers', topics: ['envelopes'], limits: byTime })
    const reader = startReader(consumer, ({ headers }) => headers['name'] ?? '')
    await eventually(() => expect([...reader.stored.keys()]).to.include.members(acknowledged), { withinMs: 30_000 })
    await reader.stop()
    expect([...reader.stored.values()].every((times) => times === 1)).to.equal(true)
  })
})
