import type { SASLOptions } from 'kafkajs'
import type { ConnectionOptions } from 'node:tls'

/** Where the cluster is and how its topics are made. Times are milliseconds. */
export interface KafkaLogOptions {
  /** `host:port` of some brokers; the others are found through them. */
  brokers: readonly string[]
  /** Name in the logs and quotas of the brokers. Default `signalbox`. */
  clientId?: string
  /** Stands in front of the names of topics and groups. Default `signalbox.`. */
  prefix?: string
  /** What topics are made with that do not exist yet, and what those that do are expected to have. */
  topics?: TopicSettings
  /** True for TLS with the authorities of the system. */
  tls?: boolean | ConnectionOptions
  sasl?: SASLOptions
  /**
   * Milliseconds after which the group takes a silent consumer for dead and gives its partitions to others: at least
   * what the brokers allow. Default 30 000.
   */
  sessionTimeoutMs?: number
  /** How long the first record of a request waits for others. Default 5. */
  lingerMs?: number
  /** Bytes of appends that wait for the brokers; beyond: `overloaded`. Default as the embedded log. */
  pendingBytesMax?: number
  /** Told when a consumer cannot go on and does not come back by itself: end the process. */
  onFault?: (error: Error) => void
  /** What the client has to say; by default it is silent. */
  onNotice?: (notice: KafkaNotice) => void
}

export interface TopicSettings {
  /** More partitions let more consumers share the work. Default 6. */
  partitions?: number
  /**
   * Copies of each record. Default 3, or as many as there are brokers: those that answer, or those that `brokers`
   * names when these are more, so that a cluster which is just starting does not get topics with one copy.
   */
  replicationFactor?: number
  /** Copies that must have a record before it counts as appended. Default 2, or 1 where there is one copy. */
  minInsyncReplicas?: number
  /** How long records are kept, consumed or not. Default three days: a weekend without consumers is survived. */
  retentionMs?: number
}

export interface KafkaNotice {
  level: 'error' | 'warn' | 'info'
  message: string
}
