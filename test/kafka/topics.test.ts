import { topics } from '@signalbox/contracts/topics'
import { openKafkaLog, type KafkaLogOptions, type KafkaNotice } from '@signalbox/event-log/kafka'
import { expect } from 'chai'
import { ConfigResourceTypes, Kafka, type Admin } from 'kafkajs'
import { startKafka, type KafkaCluster } from '../support/kafka/kafka-broker.js'
import { createCleanup } from '../support/cleanup.js'

const hourMs = 3_600_000

describe('topics on Kafka', () => {
  const cleanup = createCleanup()
  let kafka: KafkaCluster
  let admin: Admin

  before(async () => {
    kafka = cleanup.add(await startKafka(), (cluster) => cluster.remove())
    admin = cleanup.add(new Kafka({ brokers: [...kafka.brokers] }).admin(), (own) => own.disconnect())
    await admin.connect()
  })

  after(() => cleanup.run())

  /** Opens and closes a log. @returns its log messages. */
  const openOnce = async (prefix: string, topics: KafkaLogOptions['topics'] = {}) => {
    const notices: KafkaNotice[] = []
    const onNotice = (notice: KafkaNotice) => notices.push(notice)
    await (await openKafkaLog({ brokers: kafka.brokers, prefix, topics, onNotice })).close()
    return notices.map(({ level, message }) => `${level}: ${message}`)
  }

  const failureOf = async (opening: Promise<unknown>) => {
    const error: unknown = await opening.then(
      () => undefined,
      (reason: unknown) => reason,
    )
    return error instanceof Error ? error.message : 'no failure'
  }

  it('are created with the configured partitions, replicas, retention and sizes', async () => {
    await openOnce('made.', { partitions: 2, replicationFactor: 1, retentionMs: 5 * hourMs })
    const { topics } = await admin.fetchTopicMetadata({ topics: ['made.envelopes', 'made.dead-letters'] })
    expect(topics.map(({ partitions }) => partitions.length)).to.deep.equal([2, 2])
    const resource = { type: ConfigResourceTypes.TOPIC, name: 'made.envelopes' }
    const { resources } = await admin.describeConfigs({ resources: [resource], includeSynonyms: false })
    const entries = new Map(resources[0]?.configEntries.map((entry) => [entry.configName, entry.configValue]))
    expect(entries.get('retention.ms')).to.equal(String(5 * hourMs))
    expect(entries.get('min.insync.replicas')).to.equal('1')
    expect(entries.get('message.timestamp.type')).to.equal('LogAppendTime')
    expect(Number(entries.get('max.message.bytes'))).to.be.greaterThan(24 * 1_048_576)
  })

  it('are created once if several processes start together', async () => {
    await Promise.all([openOnce('together.'), openOnce('together.'), openOnce('together.')])
    expect((await admin.listTopics()).filter((name) => name.startsWith('together.'))).to.have.lengthOf(topics.length)
  })

  it('with fewer partitions than configured are used, with a warning', async () => {
    await openOnce('few.', { partitions: 2 })
    expect((await openOnce('few.', { partitions: 3 })).join('\n')).to.match(
      /warn: few\.envelopes has 2 partitions, fewer than the configured 3/,
    )
    expect((await openOnce('few.', { partitions: 1 })).join('\n')).not.to.include('partitions')
  })

  it('that would reject large records are refused at startup', async () => {
    const configEntries = [{ name: 'max.message.bytes', value: '1000000' }]
    await admin.createTopics({ topics: [{ topic: 'small.envelopes', numPartitions: 1, configEntries }] })
    expect(await failureOf(openOnce('small.'))).to.match(
      /small\.envelopes accepts at most 1000000 bytes: set its max\./,
    )
  })

  it('that cannot be created are named, with their requirements', async () => {
    const message = await failureOf(openOnce('many.', { replicationFactor: 3 }))
    expect(message).to.match(/many\.envelopes, .* could not be created \(Replication-factor is invalid/)
    expect(message).to.match(/create them with 6 partitions, 3 copies, .*max\.message\.bytes=\d+/)
  })
})
