import { ConfigError, defineConfig, logLevels, readConfig, type ConfigOf } from '@signalbox/service-kit'

/** All settings of the embedded engine's server. */
export const embeddedClickhouseSettings = defineConfig({
  port: {
    env: 'SIGNALBOX_PORT',
    type: 'integer',
    minimum: 0,
    maximum: 65_535,
    default: 8_123,
    description: 'TCP port of the HTTP interface; 0 for any free one',
  },
  host: {
    env: 'SIGNALBOX_HOST',
    type: 'text',
    default: '127.0.0.1',
    description: 'Address to listen on',
  },
  allowRemote: {
    env: 'SIGNALBOX_ALLOW_REMOTE',
    type: 'boolean',
    default: false,
    description: 'Whether the address may be reachable from other machines',
  },
  dataDirectory: {
    env: 'SIGNALBOX_DATA_DIR',
    type: 'text',
    default: './data',
    description: 'Data directory; the data is in its subdirectory analytics/',
  },
  user: {
    env: 'SIGNALBOX_CLICKHOUSE_USER',
    type: 'text',
    default: 'default',
    description: 'Name of the only user',
  },
  password: {
    env: 'SIGNALBOX_CLICKHOUSE_PASSWORD',
    type: 'text',
    secret: true,
    description: 'Password of the only user. Default: none',
  },
  logLevel: {
    env: 'SIGNALBOX_LOG_LEVEL',
    type: 'choice',
    choices: logLevels,
    default: 'info',
    description: 'Minimum severity of logged messages',
  },
})
export type EmbeddedClickhouseConfig = ConfigOf<typeof embeddedClickhouseSettings>

const loopback = /^(127\.\d+\.\d+\.\d+|::1|localhost)$/

/** @throws ConfigError listing all faults, including addresses that are not loopback. */
export function readEmbeddedClickhouseConfig(
  env: Readonly<Record<string, string | undefined>>,
): EmbeddedClickhouseConfig {
  const config = readConfig(embeddedClickhouseSettings, env)
  if (loopback.test(config.host) || config.allowRemote) return config
  const { host, allowRemote } = embeddedClickhouseSettings
  throw new ConfigError([`${host.env} must be a loopback address unless ${allowRemote.env} is true`])
}
