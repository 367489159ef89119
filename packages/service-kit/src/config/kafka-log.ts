import type { Log } from '../logging/log.js'
import { readKafkaConnection, type KafkaConnection } from './kafka-connection.js'
import { kafkaSettings, type KafkaConfig } from './kafka.js'
import { ConfigError } from './read-config.js'

/** Options for `openKafkaLog`: the connection and the service's callbacks. */
export interface KafkaLogConfig extends KafkaConnection {
  onFault: (error: Error) => void
  onNotice: (notice: { level: 'error' | 'warn' | 'info'; message: string }) => void
}

/**
 * Builds the options for a service that requires Kafka.
 * @throws ConfigError like `readKafkaConnection`, and if no broker is configured.
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
