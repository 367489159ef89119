import { prepareStore } from '@signalbox/consumer'
import { createObservedReader, type ObservedReader } from '@signalbox/query'
import { storeServerOf, type Log, type Metrics, type StoreUser } from '@signalbox/service-kit'
import {
  createStoreClient,
  createEventReviser,
  createTelemetryEraser,
  createTelemetryWriter,
  type EventReviser,
  type TelemetryEraser,
  type TelemetryWriter,
} from '@signalbox/telemetry-store'
import type { SignalboxConfig } from './config.js'
import { observeEngine } from './observe-engine.js'

export interface Analytics {
  /** True if the store is the embedded engine. */
  isEmbedded: boolean
  reader: ObservedReader
  writer: TelemetryWriter
  eraser: TelemetryEraser
  reviser: EventReviser
  close(): Promise<void>
}

export interface AnalyticsOptions {
  /** Directory of the embedded engine; unused if a server is configured. */
  dataDirectory: string
  metrics: Metrics
  log: Log
}

/** Opens the store, embedded or by URL, and brings its schema and retention up to date. */
export async function openAnalytics(config: SignalboxConfig, options: AnalyticsOptions): Promise<Analytics> {
  const { dataDirectory, metrics, log } = options
  const embedded = { dataDirectory, memoryBytesMax: config.engineMemoryBytesMax, onEngineEvent: observeEngine(options) }
  const open = (user: StoreUser) => createStoreClient(storeServerOf(config, user) ?? embedded)
  const writer = await open('writer')
  // The embedded engine has one connection and no users.
  const reader = writer.embedded ? writer : await open('reader')
  const migrator = writer.embedded ? writer : await open('migrator')
  const close = async () => {
    for (const client of [reader, migrator, writer]) await client.close()
  }
  try {
    await prepareStore(migrator, config, log)
  } catch (error) {
    await close()
    throw error
  }
  return {
    isEmbedded: writer.embedded,
    reader: createObservedReader(reader, metrics),
    writer: createTelemetryWriter(writer),
    eraser: createTelemetryEraser(writer),
    reviser: createEventReviser(writer),
    close,
  }
}
