import { prepareStore } from '@signalbox/consumer'
import { createObservedReader, type ObservedReader } from '@signalbox/query'
import type { Log, Metrics } from '@signalbox/service-kit'
import { createStoreClient, createTelemetryWriter, type TelemetryWriter } from '@signalbox/telemetry-store'
import type { SignalboxConfig } from './config.js'

export interface Analytics {
  reader: ObservedReader
  writer: TelemetryWriter
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
  await prepareStore(client, config, log)
  return {
    reader: createObservedReader(client, metrics),
    writer: createTelemetryWriter(client),
    close: () => client.close(),
  }
}
