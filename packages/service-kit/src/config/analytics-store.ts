import { defineConfig, type ConfigOf } from './define-config.js'

const storeUrl = {
  type: 'text',
  secret: true,
  pattern: /https?:\/\/\S+/,
  expected: 'a URL such as http://user:password@clickhouse:8123/signalbox',
} as const

/** Settings for opening the analytics store by URL. Without `clickhouseUrl`, the store is the embedded engine. */
export const analyticsStoreSettings = defineConfig({
  clickhouseUrl: {
    ...storeUrl,
    env: 'SIGNALBOX_CLICKHOUSE_URL',
    description: 'ClickHouse URL with the user for writes. Default: the store is embedded in the process',
  },
  clickhouseReaderUrl: {
    ...storeUrl,
    env: 'SIGNALBOX_CLICKHOUSE_READER_URL',
    description: 'ClickHouse URL with the user for queries. Default SIGNALBOX_CLICKHOUSE_URL',
  },
  clickhouseMigratorUrl: {
    ...storeUrl,
    env: 'SIGNALBOX_CLICKHOUSE_MIGRATOR_URL',
    description: 'ClickHouse URL with the user for schema changes. Default SIGNALBOX_CLICKHOUSE_URL',
  },
  clickhouseCluster: {
    env: 'SIGNALBOX_CLICKHOUSE_CLUSTER',
    type: 'text',
    lengthMax: 100,
    pattern: /[\w.-]+|\{[\w.-]+\}/,
    expected: 'a cluster name, or a macro in braces such as {cluster}',
    description: 'ClickHouse cluster to create replicated tables on. Default: a single server',
  },
})
export type AnalyticsStoreConfig = ConfigOf<typeof analyticsStoreSettings>

/** Purpose for which the store is opened; each may have its own ClickHouse user. */
export type StoreUser = 'writer' | 'reader' | 'migrator'

/** For services that can open the store only by URL. */
export const storeServerSettings = defineConfig({
  ...analyticsStoreSettings,
  clickhouseUrl: {
    ...analyticsStoreSettings.clickhouseUrl,
    description: 'ClickHouse URL with the user for writes',
    required: true,
  },
})
export type StoreServerConfig = ConfigOf<typeof storeServerSettings>

/** A server, with the credentials of one user. */
export interface StoreServer {
  url: string
  cluster?: string
}

/** @returns the server for that user; undefined if the store is embedded. */
export function storeServerOf(config: StoreServerConfig, user: StoreUser): StoreServer
export function storeServerOf(config: AnalyticsStoreConfig, user: StoreUser): StoreServer | undefined
export function storeServerOf(config: AnalyticsStoreConfig, user: StoreUser): StoreServer | undefined {
  const { clickhouseUrl, clickhouseCluster: cluster } = config
  if (clickhouseUrl === undefined) return undefined
  const own = { writer: undefined, reader: config.clickhouseReaderUrl, migrator: config.clickhouseMigratorUrl }[user]
  return { url: own ?? clickhouseUrl, ...(cluster !== undefined && { cluster }) }
}
