import { Partitioners, type ICustomPartitioner, type Message } from 'kafkajs'

/** A message with a fixed partition. */
export interface PlacedMessage extends Message {
  partition: number
}

/**
 * Keeps messages in their assigned partition across retries. On a retry the client partitions the messages again and
 * skips brokers that have already responded, even if another partition has since moved to one of them. With several
 * partitions per request, messages could then be stored twice or be lost although they were acknowledged.
 */
export const keepPartition: ICustomPartitioner = Partitioners.DefaultPartitioner

const hashKey = Partitioners.DefaultPartitioner()

/** Returns the partition of a key, using the hash that all Kafka clients share. */
export function partitionOfKey(key: string, partitions: number): number {
  const partitionMetadata = Array.from({ length: partitions }, (_, partitionId) => {
    return { partitionErrorCode: 0, partitionId, leader: 0, replicas: [], isr: [], offlineReplicas: [] }
  })
  return hashKey({ topic: '', partitionMetadata, message: { key, value: null } })
}
