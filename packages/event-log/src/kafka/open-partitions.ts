import type { Topic } from '@signalbox/contracts'
import type { Admin, Consumer } from 'kafkajs'
import type { ConsumerOptions } from '../event-log.js'
import { commitConfirmed } from './confirmed-commit.js'
import { readGroupOffsets, readOldestOffsets } from './group-offsets.js'
import type { KafkaLogOptions } from './kafka-log-options.js'
import { groupName } from './names.js'
import { PartitionReader, reassigned } from './partition-reader.js'

/** The group member that partitions are opened for. */
export interface PartitionGroup {
  consumer: Consumer
  admin: Admin
  options: Pick<ConsumerOptions, 'group' | 'limits'> & { log: KafkaLogOptions }
  /** False after a rebalance: this assignment must not commit anything afterwards. */
  isCurrent: () => boolean
}

export interface AssignedPartitions extends PartitionGroup {
  topic: Topic
  /** Topic name in the cluster. */
  name: string
  assigned: readonly number[]
}

/** Opens the partitions of one topic at the group's positions; partitions without one start at the oldest record. */
export async function openPartitions(partitions: AssignedPartitions): Promise<Map<number, PartitionReader>> {
  const { admin, options, topic, name, assigned } = partitions
  const [committed, oldest] = await Promise.all([
    readGroupOffsets(admin, groupName(options.log, options.group), name),
    readOldestOffsets(admin, name),
  ])
  const readers = new Map<number, PartitionReader>()
  for (const partition of assigned) {
    const commit = createCommit(partitions, partition)
    const known = committed.get(partition)
    const low = oldest.get(partition) ?? 0
    if (known && known.offset < low) reportLoss(options.log, { name, partition, count: low - known.offset })
    // A group becomes visible through its commits: this makes its lag measurable before the first batch is stored.
    if (!known) await commit(low, '')
    const position = known ?? { offset: low, planEnd: undefined }
    const { limits } = options
    readers.set(partition, new PartitionReader({ topic, partition, position, oldest: low, limits, commit }))
  }
  return readers
}

function createCommit({ consumer, topic, name, isCurrent }: AssignedPartitions, partition: number) {
  return async (offset: number, metadata: string): Promise<void> => {
    if (!isCurrent()) throw reassigned({ topic, partition })
    await commitConfirmed(consumer, { topic: name, partition, offset, metadata })
  }
}

/** Reports records that were deleted before they were read. */
export function reportLoss(
  { onNotice }: KafkaLogOptions,
  { name, partition, count }: { name: string; partition: number; count: number },
): void {
  const message = `${name} ${partition}: ${count} records were deleted by retention before they were consumed`
  onNotice?.({ level: 'error', message })
}
