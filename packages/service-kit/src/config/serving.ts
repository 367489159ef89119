import { logLevels } from '../logging/create-logger.js'
import { AddressRangeFault, createAddressList } from '../network/address-list.js'
import { createProxyTrust, type ProxyTrust } from '../network/client-address.js'
import { defineConfig, type ConfigOf } from './define-config.js'
import { ConfigError } from './read-config.js'

/** Listening, logging and metrics settings that every service has. */
export const servingSettings = defineConfig({
  port: {
    env: 'SIGNALBOX_PORT',
    type: 'integer',
    minimum: 1,
    maximum: 65_535,
    default: 8_000,
    description: 'TCP port of the API and ingestion',
  },
  host: {
    env: 'SIGNALBOX_HOST',
    type: 'text',
    default: '127.0.0.1',
    description: 'Address to listen on; 0.0.0.0 for all interfaces, preferably with TLS here or in a proxy',
  },
  tlsCert: {
    env: 'SIGNALBOX_TLS_CERT',
    type: 'text',
    description: 'PEM file of the TLS certificate, including intermediates, to serve https. Default: http',
  },
  tlsKey: {
    env: 'SIGNALBOX_TLS_KEY',
    type: 'text',
    description: "PEM file of the certificate's private key. Changed files are reloaded without a restart",
  },
  adminPort: {
    env: 'SIGNALBOX_ADMIN_PORT',
    type: 'integer',
    minimum: 1,
    maximum: 65_535,
    default: 9_464,
    description: 'TCP port of /metrics, /livez and /readyz, which require no API key',
  },
  adminHost: {
    env: 'SIGNALBOX_ADMIN_HOST',
    type: 'text',
    default: '127.0.0.1',
    description: 'Address of the admin port',
  },
  trustProxy: {
    env: 'SIGNALBOX_TRUST_PROXY',
    type: 'boolean',
    default: false,
    description:
      'Whether to trust X-Forwarded-For from proxies with private addresses; enable only behind a proxy that ' +
      'sets it',
  },
  trustedProxies: {
    env: 'SIGNALBOX_TRUSTED_PROXIES',
    type: 'list',
    default: [],
    description:
      'Trusted proxies, as addresses and ranges such as 10.1.2.0/24: the client is the last address in ' +
      'X-Forwarded-For that is not one of them',
  },
  logLevel: {
    env: 'SIGNALBOX_LOG_LEVEL',
    type: 'choice',
    choices: logLevels,
    default: 'info',
    description: 'Minimum severity of logged messages',
  },
})
export type ServingConfig = ConfigOf<typeof servingSettings>

/** Loopback, link-local and private networks, where reverse proxies usually run. */
const privateNetworks = [
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  '::1',
  'fc00::/7',
  'fe80::/10',
]

/**
 * Returns which senders' `X-Forwarded-For` to trust.
 * @throws ConfigError if the list contains anything but addresses and ranges.
 */
export function proxyTrustOf({
  trustProxy,
  trustedProxies,
}: Pick<ServingConfig, 'trustProxy' | 'trustedProxies'>): ProxyTrust {
  try {
    return createProxyTrust(createAddressList([...trustedProxies, ...(trustProxy ? privateNetworks : [])]))
  } catch (error) {
    if (!(error instanceof AddressRangeFault)) throw error
    throw new ConfigError([`SIGNALBOX_TRUSTED_PROXIES must be a list of addresses and ranges: ${error.message}`])
  }
}

/** Public URL at which users, SDKs and programs reach the installation. */
export const publicUrlSettings = defineConfig({
  publicUrl: {
    env: 'SIGNALBOX_PUBLIC_URL',
    type: 'url',
    description:
      'Public address of this installation, shown in DSNs. Default http://127.0.0.1:<port>, or https with TLS',
  },
})

interface Reachable extends Pick<ServingConfig, 'port' | 'tlsCert'> {
  publicUrl: string | undefined
}

/** Returns the address to use in DSNs. */
export function publicUrlOf({ publicUrl, port, tlsCert }: Reachable): string {
  return publicUrl ?? `${tlsCert === undefined ? 'http' : 'https'}://127.0.0.1:${port}`
}
