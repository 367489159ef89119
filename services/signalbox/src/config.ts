import { agentSettings } from '@signalbox/agent'
import { consumerSettings } from '@signalbox/consumer'
import { limits } from '@signalbox/contracts'
import { controlPlaneSettings } from '@signalbox/control-plane'
import {
  analyticsStoreSettings,
  defineConfig,
  kafkaSettings,
  rateLimitSettings,
  retentionSettings,
  servingSettings,
  type ConfigOf,
} from '@signalbox/service-kit'

/** All settings of a single-process installation; every one has a working default. */
export const signalboxSettings = defineConfig({
  ...servingSettings,
  ...controlPlaneSettings,
  ...rateLimitSettings,
  eventLogBytesMax: {
    env: 'SIGNALBOX_EVENT_LOG_BYTES_MAX',
    type: 'integer',
    minimum: 1_048_576,
    maximum: Number.MAX_SAFE_INTEGER,
    default: limits.eventLog.diskBytesMax,
    description: 'Maximum size of the event log in bytes; beyond it, ingestion responds with 503',
  },
  engineMemoryBytesMax: {
    env: 'SIGNALBOX_ENGINE_MEMORY_BYTES_MAX',
    type: 'integer',
    minimum: 268_435_456,
    maximum: Number.MAX_SAFE_INTEGER,
    default: limits.engine.memoryBytesMax,
    description:
      "Maximum memory of the embedded analytics engine in bytes; never more than half of the machine's memory",
  },
  ...kafkaSettings,
  ...analyticsStoreSettings,
  ...retentionSettings,
  ...consumerSettings,
  ...agentSettings,
})
export type SignalboxConfig = ConfigOf<typeof signalboxSettings>
