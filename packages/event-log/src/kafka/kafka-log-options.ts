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
  /** What topics are made with that do not exist yet; those that do are left as they are. */
  topics?: Partial<TopicSettings>
  /** True for TLS with the authorities of the system. */
  tls?: boolean | ConnectionOptions
  sasl?: SASLOptions
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
  /** More partitions let more consumers share the work. */
  partitions: number
  /** Copies of each record, at most as many as there are brokers. */
  replicationFactor: number
  /** How long records are kept, consumed or not. */
  retentionMs: number
}

export interface KafkaNotice {
  level: 'error' | 'warn' | 'info'
  message: string
}

/** The settings of topics where nothing else is asked for: a day of outage is survived. */
export const defaultTopicSettings: TopicSettings = {
  partitions: 6,
  replicationFactor: 1,
  retentionMs: 86_400_000,
}
