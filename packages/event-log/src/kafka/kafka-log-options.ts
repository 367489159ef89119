import type { SASLOptions } from 'kafkajs'
import type { ConnectionOptions } from 'node:tls'

/** Connection and topic settings. Times are in milliseconds. */
export interface KafkaLogOptions {
  /** `host:port` of some brokers; the others are discovered through them. */
  brokers: readonly string[]
  /** Client name in the brokers' logs and quotas. Default: `signalbox`. */
  clientId?: string
  /** Prefix of topic and group names. Default: `signalbox.`. */
  prefix?: string
  /** Settings for new topics; existing topics are compared with them. */
  topics?: TopicSettings
  /** True for TLS with the system's certificate authorities. */
  tls?: boolean | ConnectionOptions
  sasl?: SASLOptions
  /**
   * Milliseconds after which the group considers a silent consumer dead and reassigns its partitions. At least the
   * brokers' minimum. Default: 30,000.
   */
  sessionTimeoutMs?: number
  /** How long the first record of a request waits for others. Default: 5. */
  lingerMs?: number
  /** Maximum bytes of appends that wait for the brokers; beyond it: `overloaded`. Default: as in the embedded log. */
  pendingBytesMax?: number
  /** Called if a consumer fails permanently: exit the process. */
  onFault?: (error: Error) => void
  /** Receives the client's messages. Default: they are discarded. */
  onNotice?: (notice: KafkaNotice) => void
}

export interface TopicSettings {
  /** More partitions let more consumers share the work. Default: 6. */
  partitions?: number
  /**
   * Copies of each record. Default: 3, or the number of brokers if lower. The number of brokers is the larger of the
   * live ones and those listed in `brokers`, so that a cluster that is still starting does not get topics with a single
   * copy.
   */
  replicationFactor?: number
  /** Copies that must have a record before its append succeeds. Default: 2, or 1 if there is only one copy. */
  minInsyncReplicas?: number
  /** How long records are retained, consumed or not. Default: three days, to survive a weekend without consumers. */
  retentionMs?: number
}

export interface KafkaNotice {
  level: 'error' | 'warn' | 'info'
  message: string
}
