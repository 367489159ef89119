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

/** All settings of the query service as a separate process. */
export const queryServiceSettings = defineConfig({
  ...servingSettings,
  ...publicUrlSettings,
  ...controlPlaneAccessSettings,
  ...storeServerSettings,
  clickhouseUrl: { ...clickhouseUrl, description: 'ClickHouse, used for reads unless another address is set' },
  ...rateLimitSettings,
})
export type QueryServiceConfig = ConfigOf<typeof queryServiceSettings>
