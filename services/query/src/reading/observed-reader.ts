import type { Metrics } from '@signalbox/service-kit'
import { createTelemetryReader, type StoreClient, type TelemetryReader } from '@signalbox/telemetry-store'

/** A reader that times its queries. */
export interface ObservedReader extends TelemetryReader {
  /** Rejects while the store doesn't respond. */
  ping(): Promise<unknown>
}

/** Call once per registry. */
export function createObservedReader(client: StoreClient, metrics: Pick<Metrics, 'histogram'>): ObservedReader {
  const seconds = metrics.histogram('signalbox_clickhouse_query_seconds', 'Query duration', ['query', 'outcome'])
  const reader = createTelemetryReader(client, {
    onQuery: ({ name, outcome, seconds: duration }) => {
      seconds.observe({ query: name, outcome }, duration)
    },
  })
  return { ...reader, ping: () => reader.read({ name: 'ping', sql: 'SELECT 1' }) }
}
