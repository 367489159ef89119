import type { Log } from '../logging/log.js'
import { readKafkaConnection, type KafkaConnection } from './kafka-connection.js'
import { kafkaSettings, type KafkaConfig } from './kafka.js'
import { ConfigError } from './read-config.js'

/** What `openKafkaLog` takes of a service: the connection, and whom to tell. */
export interface KafkaLogConfig extends KafkaConnection {
  onFault: (error: Error) => void
  onNotice: (notice: { level: 'error' | 'warn' | 'info'; message: string }) => void
}

/**
 * What a service that needs Kafka opens it with.
 * @throws ConfigError as `readKafkaConnection`, and when no broker is named.
 */
export function readKafkaLogConfig(
  config: KafkaConfig,
  { log, onFatal }: { log: Log; onFatal: (error: Error) => void },
): KafkaLogConfig {
  const connection = readKafkaConnection(config)
  if (!connection) throw new ConfigError([`${kafkaSettings.kafkaBrokers.env} must contain at least one broker`])
  return {
    ...connection,
    onFault: onFatal,
    onNotice: ({ level, message }) => {
      log[level]({}, message)
    },
  }
}
