import { limits } from '@signalbox/contracts'
import type { KafkaLogOptions } from './kafka-log-options.js'

const partitionsDefault = 6
const copiesDefault = 3
const retentionMsDefault = 3 * 86_400_000
/** Room for what the protocol puts around one record of the largest size. */
const overheadBytes = 1_048_576

/** Bytes of one request that a topic must take, so that no record which the log admits is refused by a broker. */
export const messageBytesMin = limits.eventLog.recordBytesMax + overheadBytes

/** How a topic of this system is made. */
export interface TopicConfig {
  partitions: number
  replicationFactor: number
  /** Settings of the topic by the names that brokers give them. */
  entries: Readonly<Record<string, string>>
}

/** @param brokersAlive How many brokers of the cluster answer. */
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
      // The client has chosen; brokers need not pack anew.
      'compression.type': 'producer',
      // By the clock of the brokers, which also delete by it: a process whose clock is wrong is neither refused for
      // records from the future, nor are its records deleted as old before they were read.
      'message.timestamp.type': 'LogAppendTime',
      'min.insync.replicas': String(minInsyncReplicas),
    },
  }
}
