import type { Admin } from 'kafkajs'
import { readPlan } from './plan-metadata.js'

/** Where a group stands in one partition. */
export interface PartitionPosition {
  /** Next offset to store. */
  offset: number
  /** End of the plan that was open when the group last stood there. */
  planEnd: number | undefined
}

/** What the group has committed in a topic, by partition; partitions without a commit are missing. */
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
      // A plan that ends where the group stands was committed with a client that leaves metadata as they are.
      const isOpen = planEnd !== undefined && planEnd > Number(offset)
      return [partition, { offset: Number(offset), planEnd: isOpen ? planEnd : undefined }]
    }),
  )
}

/** Where the group begins in a partition that it never committed: at the oldest record that is left. */
export async function readOldestOffsets(admin: Admin, topic: string): Promise<Map<number, number>> {
  const offsets = await admin.fetchTopicOffsets(topic)
  return new Map(offsets.map(({ partition, low }) => [partition, Number(low)]))
}
