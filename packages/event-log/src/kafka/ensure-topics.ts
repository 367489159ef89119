import { topics } from '@signalbox/contracts'
import type { Admin } from 'kafkajs'
import { setTimeout as delay } from 'node:timers/promises'
import { EventLogError } from '../event-log.js'
import { checkTopics } from './check-topics.js'
import type { KafkaLogOptions } from './kafka-log-options.js'
import { topicName } from './names.js'
import { topicConfigOf, type TopicConfig } from './topic-config.js'

/** How long new topics may take to become known to all brokers, in milliseconds. */
const leaderMsMax = 30_000

/**
 * Creates missing topics and waits until they have leaders. Safe to run in several processes at once. Existing topics
 * keep their partitions and settings, because changing them is up to the operator; they are checked, and a topic that
 * cannot hold the log's records is refused.
 * @throws EventLogError `unavailable` if topics are missing and cannot be created, or existing ones are unusable.
 */
export async function ensureTopics(admin: Admin, options: KafkaLogOptions): Promise<void> {
  const { brokers } = await admin.describeCluster()
  const config = topicConfigOf(options, brokers.length)
  const names = topics.map((topic) => topicName(options, topic))
  const existing = new Set(await admin.listTopics())
  const missing = names.filter((name) => !existing.has(name))
  if (missing.length > 0) {
    await createTopics(admin, missing, config)
    await waitForLeaders(admin, missing)
  }
  const kept = names.filter((name) => existing.has(name))
  if (kept.length > 0) await checkTopics(admin, { names: kept, config, onNotice: options.onNotice })
}

async function createTopics(admin: Admin, names: readonly string[], config: TopicConfig): Promise<void> {
  const { partitions: numPartitions, replicationFactor, entries } = config
  const configEntries = Object.entries(entries).map(([name, value]) => ({ name, value }))
  const wanted = names.map((topic) => ({ topic, numPartitions, replicationFactor, configEntries }))
  try {
    await admin.createTopics({ waitForLeaders: false, topics: wanted })
  } catch (cause) {
    const settings = Object.entries(entries).map(([name, value]) => `${name}=${value}`)
    const asked = [`${numPartitions} partitions`, `${replicationFactor} copies`, ...settings].join(', ')
    throw new EventLogError(
      'unavailable',
      `the topics ${names.join(', ')} are missing and could not be created (${reasonsOf(cause).join('; ')}): ` +
        `create them with ${asked}`,
      { cause },
    )
  }
}

/** Returns the distinct broker messages; the client wraps the failures of several topics into one error. */
function reasonsOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [String(error)]
  const parts: readonly unknown[] = error instanceof AggregateError || 'errors' in error ? listOf(error) : []
  return parts.length === 0 ? [error.message] : [...new Set(parts.flatMap(reasonsOf))]
}

function listOf(error: object): readonly unknown[] {
  return 'errors' in error && Array.isArray(error.errors) ? error.errors : []
}

/** New topics take a moment to reach every broker: waits until the leader of each partition responds. */
async function waitForLeaders(admin: Admin, names: readonly string[]): Promise<void> {
  const deadline = performance.now() + leaderMsMax
  for (const name of names) {
    while (!(await isServed(admin, name))) {
      if (performance.now() > deadline) throw new Error(`the topic ${name} was created but has no leader`)
      await delay(50)
    }
  }
}

async function isServed(admin: Admin, name: string): Promise<boolean> {
  return admin.fetchTopicOffsets(name).then(
    () => true,
    () => false,
  )
}
