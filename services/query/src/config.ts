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
  clickhouseUrl: { ...clickhouseUrl, description: 'ClickHouse, used for reads unless another address is set' },
  ...rateLimitSettings,
})
export type QueryServiceConfig = ConfigOf<typeof queryServiceSettings>
