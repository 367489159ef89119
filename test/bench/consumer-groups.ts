import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TelemetryTopic } from '@signalbox/contracts'
import { consumerGroup } from '@signalbox/consumer'
import type { EventLog, LogRecordInput } from '@signalbox/event-log'
import { openKafkaLog } from '@signalbox/event-log/kafka'
import { createStoreClient, migrate, type StoreClient } from '@signalbox/telemetry-store'
import { Kafka, logLevel } from 'kafkajs'
import { findFreePorts } from '../support/free-ports.js'
import { createServiceProcess, type ServiceProcess } from '../support/distributed/service-process.js'
import { eventually } from '../support/eventually.js'
import { startKafka, type KafkaCluster } from '../support/kafka/kafka-broker.js'

/** Records per append: about a third of a broker request, so partitions alternate often. */
const recordsPerAppend = 100

/** Consumers in their own processes that share topics nobody else reads. */
export interface ConsumerGroup {
  /**
   * Suspends the consumers, fills the topic, and resumes them.
   * @returns seconds until they have committed everything.
   */
  drain(topic: TelemetryTopic, records: readonly LogRecordInput[]): Promise<number>
}

export interface ConsumerGroupOptions {
  partitions: number
  consumers: number
  /** Settings of the consumers. */
  env?: Readonly<Record<string, string>>
}

/**
 * Built services on loopback: real Kafka, ClickHouse's HTTP interface over the embedded engine, and a control plane.
 */
export interface ConsumerInstallation {
  /** The consumers' store, accessed by URL like theirs. */
  readonly store: StoreClient
  /** Rejects if a consumer does not become ready. */
  startGroup(options: ConsumerGroupOptions): Promise<ConsumerGroup>
  /** Stops everything and removes the data. */
  dispose(): Promise<void>
}

/** Starts everything except consumers, and migrates the store's schema. */
export async function startConsumerInstallation(): Promise<ConsumerInstallation> {
  const directory = await mkdtemp(join(tmpdir(), 'signalbox-bench-'))
  const kafka = await startKafka()
  const [storePort = 0, controlPort = 0, controlAdminPort = 0, ...ports] = await findFreePorts(32)
  const storeUrl = `http://127.0.0.1:${storePort}`
  const shared = {
    SIGNALBOX_INTERNAL_TOKEN: 'token-of-the-measured-installation',
    SIGNALBOX_CONTROL_PLANE_URL: `http://127.0.0.1:${controlPort}`,
    SIGNALBOX_KAFKA_BROKERS: kafka.brokers.join(','),
    SIGNALBOX_CLICKHOUSE_URL: storeUrl,
  }
  const processes: ServiceProcess[] = []
  const closing: (() => Promise<void>)[] = []
  const start = async (name: string, readyUrl: string, env: Readonly<Record<string, string>>) => {
    const service = createServiceProcess({ name, env, readyUrl })
    processes.push(service)
    await service.start()
    return service
  }
  await start('embedded-clickhouse', `${storeUrl}/ping`, {
    SIGNALBOX_PORT: String(storePort),
    SIGNALBOX_DATA_DIR: join(directory, 'store'),
  })
  const store = await createStoreClient({ url: storeUrl })
  await migrate(store)
  await start('control-plane', `http://127.0.0.1:${controlAdminPort}/readyz`, {
    ...shared,
    SIGNALBOX_PORT: String(controlPort),
    SIGNALBOX_ADMIN_PORT: String(controlAdminPort),
    SIGNALBOX_QUERY_URL: 'http://127.0.0.1:1',
    SIGNALBOX_DATA_DIR: join(directory, 'control-plane'),
  })
  let groups = 0
  return {
    store,
    startGroup: async ({ partitions, consumers: count, env = {} }) => {
      const prefix = `group-${(groups += 1)}.`
      const log = await openKafkaLog({ brokers: kafka.brokers, prefix, topics: { partitions } })
      closing.push(() => log.close())
      const startConsumer = () => {
        const adminPort = ports.pop() ?? 0
        const own = { SIGNALBOX_ADMIN_PORT: String(adminPort), SIGNALBOX_KAFKA_TOPIC_PREFIX: prefix }
        const settings = { ...shared, ...own, SIGNALBOX_KAFKA_PARTITIONS: String(partitions), ...env }
        return start('consumer', `http://127.0.0.1:${adminPort}/readyz`, settings)
      }
      const consumers = await Promise.all(Array.from({ length: count }, startConsumer))
      await expectMembers(kafka, `${prefix}${consumerGroup}`, count)
      return { drain: (topic, records) => drain(log, consumers, { topic, records }) }
    },
    dispose: async () => {
      await Promise.all(closing.map((close) => close()))
      await store.close()
      await Promise.all(processes.map((service) => service.kill()))
      await kafka.remove()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** Waits until the group has divided its partitions among `count` members. */
async function expectMembers(kafka: KafkaCluster, group: string, count: number): Promise<void> {
  const admin = new Kafka({ brokers: [...kafka.brokers], logLevel: logLevel.NOTHING }).admin()
  await admin.connect()
  await eventually(
    async () => {
      const [described] = (await admin.describeGroups([group])).groups
      if (described?.state !== 'Stable') throw new Error(`${group} is ${described?.state ?? 'unknown'}`)
      if (described.members.length !== count) throw new Error(`${group} has ${described.members.length} members`)
    },
    { withinMs: 60_000, everyMs: 100 },
  )
  await admin.disconnect()
}

/**
 * Filling takes a few seconds, less than the timeout of a silent member. A consumer may already have requested one
 * broker response before it was suspended.
 */
async function drain(
  log: EventLog,
  consumers: readonly ServiceProcess[],
  { topic, records }: { topic: TelemetryTopic; records: readonly LogRecordInput[] },
): Promise<number> {
  for (const { pid } of consumers) process.kill(pid, 'SIGSTOP')
  for (let from = 0; from < records.length; from += recordsPerAppend) {
    await log.append(topic, records.slice(from, from + recordsPerAppend))
  }
  const startedAt = performance.now()
  for (const { pid } of consumers) process.kill(pid, 'SIGCONT')
  await eventually(
    async () => {
      const partitions = (await log.lag(consumerGroup)).filter((lag) => lag.topic === topic)
      const left = partitions.reduce((sum, lag) => sum + lag.records, 0)
      if (left > 0) throw new Error(`${left} records are left`)
    },
    { withinMs: 300_000, everyMs: 50 },
  )
  return (performance.now() - startedAt) / 1_000
}
