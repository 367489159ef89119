import kafkajs, { Kafka, logLevel, CompressionTypes, type LogEntry, type logLevel as Level } from 'kafkajs'
import { createConnections } from './connections.js'
import { patchIdleRequests } from './idle-requests.js'
import type { KafkaLogOptions, KafkaNotice } from './kafka-log-options.js'
import { patchMembership } from './orderly-membership.js'
import { patchClock } from './steady-clock.js'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'

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

const pack = promisify(gzip)
const unpack = promisify(gunzip)

/** Takes half the time of zlib's default level for a fifth more bytes; see the measurements in the README. */
const level = 3

/** Replaces the client's gzip level with a faster one; every client can read both. Idempotent. */
function useQuickGzip(): void {
  kafkajs.CompressionCodecs[CompressionTypes.GZIP] = () => ({
    compress: ({ buffer }: { buffer: Buffer }) => pack(buffer, { level }),
    decompress: (buffer: Buffer) => unpack(buffer),
  })
}
