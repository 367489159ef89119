import {
  controlPlaneAccessSettings,
  defineConfig,
  publicUrlSettings,
  rateLimitSettings,
  servingSettings,
  storeServerSettings,
  type ConfigOf,
} from '@signalbox/service-kit'

const { clickhouseUrl } = storeServerSettings

/** Every setting of the query service as a process of its own. */
export const queryServiceSettings = defineConfig({
  ...servingSettings,
  ...publicUrlSettings,
  ...controlPlaneAccessSettings,
  ...storeServerSettings,
  clickhouseUrl: { ...clickhouseUrl, description: 'ClickHouse, where no other address is given for reading' },
  ...rateLimitSettings,
})
export type QueryServiceConfig = ConfigOf<typeof queryServiceSettings>
