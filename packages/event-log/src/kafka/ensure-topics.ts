import { limits, topics } from '@signalbox/contracts'
import type { Admin } from 'kafkajs'
import { setTimeout as delay } from 'node:timers/promises'
import { defaultTopicSettings, type KafkaLogOptions } from './kafka-log-options.js'
import { topicName } from './names.js'

/** How long new topics may take to be known everywhere. */
const leaderMsMax = 30_000
/** Room for what the protocol puts around one record of the largest size. */
const overheadBytes = 1_048_576

/**
 * Makes the topics that are missing and waits until they have leaders. Several processes may do so at the same time.
 * Topics that exist keep their partitions and settings: changing these is up to who runs the cluster.
 */
export async function ensureTopics(admin: Admin, options: KafkaLogOptions): Promise<void> {
  const { partitions, replicationFactor, retentionMs } = { ...defaultTopicSettings, ...options.topics }
  const config = {
    'retention.ms': String(retentionMs),
    'max.message.bytes': String(limits.eventLog.recordBytesMax + overheadBytes),
    // The client has chosen; brokers need not pack anew.
    'compression.type': 'producer',
    // A record counts as durable only when a second copy has it, where there are to be several.
    'min.insync.replicas': String(Math.min(2, replicationFactor)),
  }
  const existing = new Set(await admin.listTopics())
  const missing = topics.map((topic) => topicName(options, topic)).filter((name) => !existing.has(name))
  if (missing.length === 0) return
  await admin.createTopics({
    waitForLeaders: false,
    topics: missing.map((topic) => ({
      topic,
      numPartitions: partitions,
      replicationFactor,
      configEntries: Object.entries(config).map(([name, value]) => ({ name, value })),
    })),
  })
  await waitForLeaders(admin, missing)
}

/** News of a topic take a moment to reach every broker: wait until the leader of each partition answers. */
async function waitForLeaders(admin: Admin, names: readonly string[]): Promise<void> {
  const deadline = Date.now() + leaderMsMax
  for (const name of names) {
    while (!(await isServed(admin, name))) {
      if (Date.now() > deadline) throw new Error(`the topic ${name} was made, but nobody serves it`)
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
