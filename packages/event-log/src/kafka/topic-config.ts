import { limits } from '@signalbox/contracts'
import type { KafkaLogOptions } from './kafka-log-options.js'

const partitionsDefault = 6
const copiesDefault = 3
const retentionMsDefault = 3 * 86_400_000
/** Room for the protocol's overhead around one record of the maximum size. */
const overheadBytes = 1_048_576

/** Minimum request size that a topic must accept, so that brokers never refuse a record that the log accepts. */
export const messageBytesMin = limits.eventLog.recordBytesMax + overheadBytes

/** Configuration of new topics. */
export interface TopicConfig {
  partitions: number
  replicationFactor: number
  /** Topic settings by their Kafka names. */
  entries: Readonly<Record<string, string>>
}

/** @param brokersAlive Number of live brokers. */
export function topicConfigOf({ topics = {}, brokers }: KafkaLogOptions, brokersAlive: number): TopicConfig {
  const { partitions = partitionsDefault, retentionMs = retentionMsDefault } = topics
  const replicationFactor = topics.replicationFactor ?? Math.min(copiesDefault, Math.max(brokers.length, brokersAlive))
  const minInsyncReplicas = topics.minInsyncReplicas ?? Math.min(2, replicationFactor)
  return {
    partitions,
    replicationFactor,
    entries: {
      'cleanup.policy': 'delete',
      'retention.ms': String(retentionMs),
      'max.message.bytes': String(messageBytesMin),
      // The producer decides; brokers need not recompress.
      'compression.type': 'producer',
      // Retention uses the brokers' clock as well. Records of a process whose clock is wrong are therefore neither
      // refused as being from the future nor deleted as old before they are read.
      'message.timestamp.type': 'LogAppendTime',
      'min.insync.replicas': String(minInsyncReplicas),
    },
  }
}
