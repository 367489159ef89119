import type { Admin } from 'kafkajs'
import { readPlan } from './plan-metadata.js'

/** A group's position in one partition. */
export interface PartitionPosition {
  /** Next offset to store. */
  offset: number
  /** End of the open plan at this offset, if any. */
  planEnd: number | undefined
}

/** Returns the group's committed positions in a topic by partition; partitions without a commit are missing. */
export async function readGroupOffsets(
  admin: Admin,
  groupId: string,
  topic: string,
): Promise<Map<number, PartitionPosition>> {
  const [answer] = await admin.fetchOffsets({ groupId, topics: [topic] })
  const committed = (answer?.partitions ?? []).filter(({ offset }) => Number(offset) >= 0)
  return new Map(
    committed.map(({ partition, offset, metadata }) => {
      const planEnd = readPlan(metadata)
      // A plan that ends at the committed offset is already committed: by a client that left the metadata unchanged.
      const isOpen = planEnd !== undefined && planEnd > Number(offset)
      return [partition, { offset: Number(offset), planEnd: isOpen ? planEnd : undefined }]
    }),
  )
}

/** Returns the oldest available offset by partition: where a group starts in partitions without a commit. */
export async function readOldestOffsets(admin: Admin, topic: string): Promise<Map<number, number>> {
  const offsets = await admin.fetchTopicOffsets(topic)
  return new Map(offsets.map(({ partition, low }) => [partition, Number(low)]))
}
