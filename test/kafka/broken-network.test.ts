import type { EventLog, LogBatch } from '@signalbox/event-log'
import { openKafkaLog } from '@signalbox/event-log/kafka'
import { expect } from 'chai'
import {
  openReader,
  byTime,
  reasonOf,
  record,
  takeBatch,
  textsOf,
} from '../../packages/event-log/test/contract-records.js'
import { eventually } from '../support/eventually.js'
import type { BrokenNetwork } from '../support/kafka/broken-network.js'
import { startKafka, type KafkaCluster } from '../support/kafka/kafka-broker.js'
import { createCleanup } from '../support/cleanup.js'

describe('a network failure between Kafka and', () => {
  const cleanup = createCleanup()
  let kafka: KafkaCluster
  let network: BrokenNetwork
  let prefixes = 0
  let prefix: string
  const opened: EventLog[] = []

  const open = async (brokers: readonly string[]) => {
    const log = await openKafkaLog({ brokers, prefix, topics: { partitions: 1 }, sessionTimeoutMs: 2_000 })
    opened.push(log)
    return log
  }
  const append = (log: EventLog, ...texts: string[]) =>
    log.append(
      'envelopes',
      texts.map((text) => record(text)),
    )
  const store = async (batch: LogBatch, reader: Awaited<ReturnType<typeof openReader>>) => {
    await reader.plan(batch)
    await reader.commit(batch)
    return textsOf(batch)
  }

  before(async () => {
    kafka = cleanup.add(await startKafka(), (cluster) => cluster.remove())
    network = kafka.networks[0]!
  })
  beforeEach(() => {
    prefix = `network-${(prefixes += 1)}.`
  })
  afterEach(async () => {
    network.heal()
    await Promise.all(opened.splice(0).map((log) => log.close()))
  })
  after(() => cleanup.run())

  it("a consumer that stores a batch: another consumer gets the same range, and the first one's late result is ignored", async () => {
    const near = await open(kafka.brokers)
    const far = await open([network.address])
    await append(near, 'a', 'b')
    const cutOff = await openReader(far)
    const batch = await takeBatch(cutOff)
    await cutOff.plan(batch)
    network.stall()
    const other = await openReader(near)
    const again = await takeBatch(other)
    expect([again.repeated, again.start, again.end]).to.deep.equal([true, batch.start, batch.end])
    const committing = reasonOf(cutOff.commit(batch))
    await store(again, other)
    await append(near, 'c')
    network.heal()
    expect(await committing).to.be.oneOf(['reassigned', 'unavailable'])
    const [lag] = await near.lag('readers')
    expect(lag?.records).to.be.at.most(1)
  })

  it('an idle consumer: it resumes when the network is back', async () => {
    const near = await open(kafka.brokers)
    const reader = await openReader(await open([network.address]))
    await append(near, 'before')
    const stored = await store(await takeBatch(reader), reader)
    network.reset()
    await append(near, 'meanwhile')
    network.heal()
    // Items read before a rebalance are rejected, and delivered again.
    await eventually(
      async () => {
        const batch = await reader.nextBatch('envelopes')
        if (batch) stored.push(...(await store(batch, reader)))
        expect(stored).to.deep.equal(['before', 'meanwhile'])
      },
      { withinMs: 60_000 },
    )
  })

  it('a producer: appends fail within seconds, and succeed again when the network is back', async () => {
    const log = await open([network.address])
    await append(log, 'before')
    network.reset()
    expect(await reasonOf(append(log, 'lost'))).to.equal('unavailable')
    network.heal()
    await eventually(() => append(log, 'after'), { withinMs: 60_000 })
    const reader = await openReader(await open(kafka.brokers), { ...byTime, waitMs: 500 })
    const texts = await store(await takeBatch(reader), reader)
    expect(texts.filter((text) => text !== 'lost')).to.deep.equal(['before', 'after'])
  })
})
