import { Partitioners, type ICustomPartitioner, type Message } from 'kafkajs'

/** A message whose partition is known before it is sent. */
export interface PlacedMessage extends Message {
  partition: number
}

/**
 * Leaves messages in the partition that they were put into, at every attempt. The client divides messages anew when it
 * repeats a request, and takes a broker that has answered for done, also when the partition of another one has moved to
 * it since: with several partitions in a request, messages would be stored twice or never, and acknowledged.
 */
export const keepPartition: ICustomPartitioner = Partitioners.DefaultPartitioner

const hashKey = Partitioners.DefaultPartitioner()

/** Where records with the key go, as every client of Kafka has it. */
export function partitionOfKey(key: string, partitions: number): number {
  const partitionMetadata = Array.from({ length: partitions }, (_, partitionId) => {
    return { partitionErrorCode: 0, partitionId, leader: 0, replicas: [], isr: [], offlineReplicas: [] }
  })
  return hashKey({ topic: '', partitionMetadata, message: { key, value: null } })
}
