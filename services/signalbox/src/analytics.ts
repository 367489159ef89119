import { limits } from '@signalbox/contracts'
import type { Log, Metrics } from '@signalbox/service-kit'
import {
  applyRetention,
  createStoreClient,
  createTelemetryReader,
  createTelemetryWriter,
  migrate,
  type TelemetryReader,
  type TelemetryWriter,
} from '@signalbox/telemetry-store'
import type { SignalboxConfig } from './config.js'

export interface Analytics {
  reader: TelemetryReader
  writer: TelemetryWriter
  /** Rejects while the store does not answer. */
  ping(): Promise<unknown>
  close(): Promise<void>
}

export interface AnalyticsOptions {
  dataDirectory: string
  metrics: Metrics
  log: Log
}

/** Opens the store embedded in this process and brings its schema and retention up to date. */
export async function openAnalytics(config: SignalboxConfig, options: AnalyticsOptions): Promise<Analytics> {
  const { dataDirectory, metrics, log } = options
  const client = await createStoreClient({ dataDirectory })
  await migrate(client, {
    onApplied: (name) => {
      log.info({ migration: name }, 'migration applied')
    },
  })
  await applyRetention(client, {
    outcomes: limits.retentionDays.outcomes,
    errors: config.errorRetentionDays,
    spans: config.spanRetentionDays,
    metrics: config.metricRetentionDays,
    logs: config.logRetentionDays,
    sessions: config.sessionRetentionDays,
    attachments: config.attachmentRetentionDays,
  })
  const seconds = metrics.histogram('signalbox_clickhouse_query_seconds', 'Time of a query', ['query', 'outcome'])
  const reader = createTelemetryReader(client, {
    onQuery: ({ name, outcome, seconds: duration }) => {
      seconds.observe({ query: name, outcome }, duration)
    },
  })
  return {
    reader,
    writer: createTelemetryWriter(client),
    ping: () => reader.read({ name: 'ping', sql: 'SELECT 1' }),
    close: () => client.close(),
  }
}
