import kafkajs, { type Kafka, type KafkaMessage } from 'kafkajs'

/** One partition of a fetch response. */
export interface FetchedPartition {
  partition: number
  highWatermark: string
  messages: readonly (KafkaMessage & { isControlRecord?: boolean })[]
}

interface FetchedTopic {
  topicName: string
  partitions: readonly FetchedPartition[]
}

/** One partition of a fetch request. Offsets are strings, as in the protocol. */
export interface PartitionFetch {
  partition: number
  fetchOffset: string
  maxBytes: number
}

interface Broker {
  fetch(request: {
    maxWaitTime: number
    minBytes: number
    maxBytes: number
    isolationLevel: number
    topics: { topic: string; partitions: PartitionFetch[] }[]
  }): Promise<{ responses: readonly FetchedTopic[] }>
}

/** The client's private cluster object (kafkajs 2.2.4). */
export interface DirectCluster {
  connect(): Promise<void>
  disconnect(): Promise<void>
  addTargetTopic(topic: string): Promise<void>
  refreshMetadata(): Promise<void>
  findTopicPartitionMetadata(topic: string): readonly { partitionId: number; leader: number }[]
  findBroker(at: { nodeId: string }): Promise<Broker>
}

type CreateCluster = (options: { metadataMaxAge: number; allowAutoTopicCreation: boolean }) => DirectCluster

/**
 * Creates connections for fetching from a partition without joining a group, which the client's public API does not
 * offer: a group member waits seconds for its partitions and leaves a group behind.
 */
export function createDirectCluster(kafka: Kafka): DirectCluster {
  const symbol = Object.getOwnPropertySymbols(kafka).find(
    ({ description }) => description === 'private:Kafka:createCluster',
  )
  const create: unknown = symbol && Reflect.get(kafka, symbol)
  if (typeof create !== 'function') throw new kafkajs.KafkaJSNonRetriableError('unknown version of the client library')
  return (create as CreateCluster)({ metadataMaxAge: 60_000, allowAutoTopicCreation: false })
}
