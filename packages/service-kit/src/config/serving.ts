import { logLevels } from '../logging/create-logger.js'
import { defineConfig, type ConfigOf } from './define-config.js'

/** Where a process listens and what it tells: every service has these. */
export const servingSettings = defineConfig({
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
  trustProxy: {
    env: 'SIGNALBOX_TRUST_PROXY',
    type: 'boolean',
    default: false,
    description: 'Whether X-Forwarded-For names the client; only behind a proxy that sets it',
  },
  logLevel: {
    env: 'SIGNALBOX_LOG_LEVEL',
    type: 'choice',
    choices: logLevels,
    default: 'info',
    description: 'Least severity that is logged',
  },
})
export type ServingConfig = ConfigOf<typeof servingSettings>

/** Addresses whose `X-Forwarded-For` is believed: those of the own network, where a proxy is said to stand. */
export function trustedProxiesOf({ trustProxy }: Pick<ServingConfig, 'trustProxy'>): readonly string[] {
  return trustProxy ? ['loopback', 'linklocal', 'uniquelocal'] : []
}

/** Where people, SDKs and programs reach the installation. */
export const publicUrlSettings = defineConfig({
  publicUrl: {
    env: 'SIGNALBOX_PUBLIC_URL',
    type: 'url',
    description: 'Address that DSNs show: where SDKs reach this installation. Default http://127.0.0.1:<port>',
  },
})

/** The address that DSNs show. */
export function publicUrlOf({ publicUrl, port }: { publicUrl: string | undefined; port: number }): string {
  return publicUrl ?? `http://127.0.0.1:${port}`
}
