import { topics, type Topic } from '@signalbox/contracts'
import type { Admin } from 'kafkajs'
import type { KafkaLogOptions } from './kafka-log-options.js'
import { topicName } from './names.js'
import { partitionOfKey } from './one-partition.js'

/** Decides the partition of records. */
export interface Placement {
  /** Returns the same partition for the same key; without a key, partitions are used round-robin. */
  place(topic: Topic, key?: string): number
}

/** Reads the partition counts once: partitions added to a topic later are only used by processes that start later. */
export async function createPlacement(admin: Admin, options: KafkaLogOptions): Promise<Placement> {
  const names = topics.map((topic) => topicName(options, topic))
  const { topics: described } = await admin.fetchTopicMetadata({ topics: names })
  const counts = new Map(described.map(({ name, partitions }) => [name, partitions.length]))
  const turns = new Map<Topic, number>()
  return {
    place: (topic, key) => {
      const count = Math.max(1, counts.get(topicName(options, topic)) ?? 1)
      if (key !== undefined) return partitionOfKey(key, count)
      const turn = turns.get(topic) ?? 0
      turns.set(topic, turn + 1)
      return turn % count
    },
  }
}
