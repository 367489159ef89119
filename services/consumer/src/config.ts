import { limits } from '@signalbox/contracts'
import {
  artifactSettings,
  controlPlaneAccessSettings,
  defineConfig,
  kafkaSettings,
  retentionSettings,
  servingSettings,
  storeServerSettings,
  type ConfigOf,
} from '@signalbox/service-kit'

/** Limits at which the consumer closes a batch: whichever is reached first. */
export const consumerSettings = defineConfig({
  batchRowsMax: {
    env: 'SIGNALBOX_CONSUMER_BATCH_ROWS_MAX',
    type: 'integer',
    minimum: 1,
    maximum: 200_000,
    default: limits.consumerBatch.rowsMax,
    description: 'Number of rows after which a batch is closed',
  },
  batchBytesMax: {
    env: 'SIGNALBOX_CONSUMER_BATCH_BYTES_MAX',
    type: 'integer',
    minimum: 1,
    maximum: limits.eventLog.pendingBytesMax,
    default: limits.consumerBatch.bytesMax,
    description: 'Bytes of log records after which a batch is closed',
  },
  batchWaitMs: {
    env: 'SIGNALBOX_CONSUMER_BATCH_WAIT_MS',
    type: 'integer',
    minimum: 0,
    maximum: 60_000,
    default: limits.consumerBatch.waitMs,
    description: 'Milliseconds after its first record when a batch is closed',
  },
  processors: {
    env: 'SIGNALBOX_CONSUMER_PROCESSORS',
    type: 'integer',
    minimum: 0,
    maximum: 64,
    default: 0,
    description: 'Number of threads that process batches; 0 for one fewer than there are cores, between 1 and 8',
  },
  sourceMapCacheBytesMax: {
    env: 'SIGNALBOX_SOURCE_MAP_CACHE_BYTES_MAX',
    type: 'integer',
    minimum: 1_048_576,
    maximum: Number.MAX_SAFE_INTEGER,
    default: limits.artifacts.cacheBytesMax,
    description: 'Maximum bytes of converted source maps cached in memory',
  },
})
export type ConsumerConfig = ConfigOf<typeof consumerSettings>

/** The consumer only serves probes and metrics. */
const { adminPort, adminHost, logLevel } = servingSettings

/** All settings of the consumer as a separate process. */
export const consumerServiceSettings = defineConfig({
  adminPort,
  adminHost,
  logLevel,
  ...controlPlaneAccessSettings,
  ...kafkaSettings,
  kafkaBrokers: { ...kafkaSettings.kafkaBrokers, required: true },
  ...storeServerSettings,
  ...retentionSettings,
  ...artifactSettings,
  ...consumerSettings,
})
export type ConsumerServiceConfig = ConfigOf<typeof consumerServiceSettings>
