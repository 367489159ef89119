import { topics } from '@signalbox/contracts'
import type { Admin } from 'kafkajs'
import type { TopicLag } from '../event-log.js'
import { readGroupOffsets } from './group-offsets.js'
import type { KafkaLogOptions } from './kafka-log-options.js'
import { groupName, topicName } from './names.js'

/** Returns the group's lag in every partition in which it ever committed. */
export async function readGroupLag(admin: Admin, options: KafkaLogOptions, group: string): Promise<TopicLag[]> {
  const perTopic = await Promise.all(
    topics.map(async (topic) => {
      const name = topicName(options, topic)
      const positions = await readGroupOffsets(admin, groupName(options, group), name)
      if (positions.size === 0) return []
      const ends = await admin.fetchTopicOffsets(name)
      return ends.flatMap(({ partition, high }) => {
        const committed = positions.get(partition)?.offset
        if (committed === undefined) return []
        return [{ topic, partition, committed, records: Math.max(0, Number(high) - committed), bytes: undefined }]
      })
    }),
  )
  return perTopic.flat()
}
