import { limits } from '@signalbox/contracts'
import type { BatchLimits } from '@signalbox/event-log'
import type { RetentionDays } from './kinds/kind-pipeline.js'

/** What operators can set of the consumer. */
export interface ConsumerConfig {
  batchLimits: BatchLimits
  retentionDays: RetentionDays
}

/** One whole number from the environment. */
export interface ConsumerSetting {
  type: 'integer'
  /** Environment variable. */
  env: string
  description: string
  default: number
  minimum: number
  maximum: number
}

/** Settings by what they set; `deploy/env.example` lists them. */
export const consumerSettings = {
  rowsMax: {
    type: 'integer',
    env: 'SIGNALBOX_CONSUMER_BATCH_ROWS_MAX',
    description: 'Rows after which a batch is closed. Must stay well below max_insert_block_size of the store',
    default: limits.consumerBatch.rowsMax,
    minimum: 1,
    maximum: 200_000,
  },
  bytesMax: {
    type: 'integer',
    env: 'SIGNALBOX_CONSUMER_BATCH_BYTES_MAX',
    description: 'Bytes of log records after which a batch is closed',
    default: limits.consumerBatch.bytesMax,
    minimum: 1,
    maximum: limits.eventLog.pendingBytesMax,
  },
  waitMs: {
    type: 'integer',
    env: 'SIGNALBOX_CONSUMER_BATCH_WAIT_MS',
    description: 'Milliseconds after which a batch is closed, counted from its first record',
    default: limits.consumerBatch.waitMs,
    minimum: 0,
    maximum: 60_000,
  },
  spans: {
    type: 'integer',
    env: 'SIGNALBOX_RETENTION_SPANS_DAYS',
    description: 'Days until spans are dropped; older ones are not stored',
    default: limits.retentionDays.spans,
    minimum: 1,
    maximum: 3_650,
  },
  metrics: {
    type: 'integer',
    env: 'SIGNALBOX_RETENTION_METRICS_DAYS',
    description: 'Days until metric samples are dropped; older ones are not stored',
    default: limits.retentionDays.metrics,
    minimum: 1,
    maximum: 3_650,
  },
} as const satisfies Record<string, ConsumerSetting>

/** @throws Error that names every faulty variable and what it may be. */
export function readConsumerConfig(env: Readonly<Record<string, string | undefined>>): ConsumerConfig {
  const faults: string[] = []
  const read = ({ env: name, default: fallback, minimum, maximum }: ConsumerSetting): number => {
    const text = env[name]?.trim() ?? ''
    const value = text === '' ? fallback : Number(text)
    if (!Number.isInteger(value) || value < minimum || value > maximum) {
      faults.push(`${name} must be a whole number from ${minimum} to ${maximum}`)
    }
    return value
  }
  const { rowsMax, bytesMax, waitMs, spans, metrics } = consumerSettings
  const config = {
    batchLimits: { rowsMax: read(rowsMax), bytesMax: read(bytesMax), waitMs: read(waitMs) },
    retentionDays: { spans: read(spans), metrics: read(metrics) },
  }
  if (faults.length > 0) {
    throw new Error(`the configuration is invalid: ${faults.join('; ')}`)
  }
  return config
}
