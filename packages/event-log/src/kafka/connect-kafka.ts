import { Kafka, logLevel, type LogEntry, type logLevel as Level } from 'kafkajs'
import { createConnections } from './connections.js'
import { patchIdleRequests } from './idle-requests.js'
import type { KafkaLogOptions, KafkaNotice } from './kafka-log-options.js'
import { patchMembership } from './orderly-membership.js'
import { useQuickGzip } from './quick-gzip.js'
import { patchClock } from './steady-clock.js'

/** A Kafka client and a way to cut its connections. */
export interface KafkaClient {
  kafka: Kafka
  /** See `Connections`. */
  cut: () => void
}

/** Creates a client without connecting it. Everything that is closed separately needs its own client. */
export function connectKafka(options: KafkaLogOptions): KafkaClient {
  patchIdleRequests()
  patchClock()
  patchMembership()
  useQuickGzip()
  const { brokers, clientId = 'signalbox', tls, sasl, onNotice } = options
  const connections = createConnections()
  const kafka = new Kafka({
    brokers: [...brokers],
    clientId,
    ...(tls !== undefined && { ssl: tls }),
    ...(sasl && { sasl }),
    socketFactory: connections.open,
    connectionTimeout: 5_000,
    requestTimeout: 30_000,
    // Retries an unreachable broker for a few seconds only; the append then fails and its caller may retry.
    retry: { initialRetryTime: 100, maxRetryTime: 1_000, retries: 6 },
    logLevel: logLevel.INFO,
    logCreator: () => (entry) => {
      onNotice?.(toNotice(entry))
    },
  })
  return { kafka, cut: connections.cut }
}

const levels: Partial<Record<Level, KafkaNotice['level']>> = { [logLevel.ERROR]: 'error', [logLevel.WARN]: 'warn' }

function toNotice({ level, namespace, log }: LogEntry): KafkaNotice {
  return { level: levels[level] ?? 'info', message: `${namespace}: ${log.message}` }
}
