import { Kafka, logLevel, type LogEntry, type logLevel as Level } from 'kafkajs'
import { mendIdleRequests } from './idle-requests.js'
import type { KafkaLogOptions, KafkaNotice } from './kafka-log-options.js'

/** The client of a cluster. Nothing is connected yet. */
export function connectKafka(options: KafkaLogOptions): Kafka {
  mendIdleRequests()
  const { brokers, clientId = 'signalbox', tls, sasl, onNotice } = options
  return new Kafka({
    brokers: [...brokers],
    clientId,
    ...(tls !== undefined && { ssl: tls }),
    ...(sasl && { sasl }),
    connectionTimeout: 5_000,
    requestTimeout: 30_000,
    // A broker that is away is asked for a few seconds; who appends is answered then, and may come again.
    retry: { initialRetryTime: 100, maxRetryTime: 1_000, retries: 6 },
    logLevel: logLevel.INFO,
    logCreator: () => (entry) => {
      onNotice?.(toNotice(entry))
    },
  })
}

const levels: Partial<Record<Level, KafkaNotice['level']>> = { [logLevel.ERROR]: 'error', [logLevel.WARN]: 'warn' }

function toNotice({ level, namespace, log }: LogEntry): KafkaNotice {
  return { level: levels[level] ?? 'info', message: `${namespace}: ${log.message}` }
}
