import { agentSettings } from '@signalbox/agent'
import { consumerSettings } from '@signalbox/consumer'
import { limits } from '@signalbox/contracts'
import { controlPlaneSettings } from '@signalbox/control-plane'
import { ingestSettings } from '@signalbox/ingest'
import { defineConfig, logLevels, retentionSettings, type ConfigOf } from '@signalbox/service-kit'

/** Every setting of an installation in one process; all have defaults that work. */
export const signalboxSettings = defineConfig({
  port: {
    env: 'SIGNALBOX_PORT',
    type: 'integer',
    minimum: 1,
    maximum: 65_535,
    default: 8_000,
    description: 'TCP port of the API and of ingestion',
  },
  host: {
    env: 'SIGNALBOX_HOST',
    type: 'text',
    default: '127.0.0.1',
    description: 'Address to listen on; 0.0.0.0 for all, best behind a proxy with TLS',
  },
  adminPort: {
    env: 'SIGNALBOX_ADMIN_PORT',
    type: 'integer',
    minimum: 1,
    maximum: 65_535,
    default: 9_464,
    description: 'TCP port of /metrics, /livez and /readyz, which need no API key',
  },
  adminHost: {
    env: 'SIGNALBOX_ADMIN_HOST',
    type: 'text',
    default: '127.0.0.1',
    description: 'Address that the admin port listens on',
  },
  ...controlPlaneSettings,
  logLevel: {
    env: 'SIGNALBOX_LOG_LEVEL',
    type: 'choice',
    choices: logLevels,
    default: 'info',
    description: 'Least severity that is logged',
  },
  queryPerMinute: {
    env: 'SIGNALBOX_QUERY_RATE_LIMIT_PER_MINUTE',
    type: 'integer',
    minimum: 1,
    maximum: 10_000_000,
    default: limits.rate.queryPerMinute,
    description: 'Requests a minute to the API, for each API key without a limit of its own',
  },
  eventLogBytesMax: {
    env: 'SIGNALBOX_EVENT_LOG_BYTES_MAX',
    type: 'integer',
    minimum: 1_048_576,
    maximum: Number.MAX_SAFE_INTEGER,
    default: limits.eventLog.diskBytesMax,
    description: 'Bytes that the event log may hold before ingestion answers 503',
  },
  ...ingestSettings,
  ...retentionSettings,
  ...consumerSettings,
  ...agentSettings,
})
export type SignalboxConfig = ConfigOf<typeof signalboxSettings>

/** The address that DSNs show. */
export function publicUrlOf({ publicUrl, port }: SignalboxConfig): string {
  return publicUrl ?? `http://127.0.0.1:${port}`
}
