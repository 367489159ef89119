import { defineConfig } from '@signalbox/service-kit'

/** What operators can set of the control plane. */
export const controlPlaneSettings = defineConfig({
  dataDirectory: {
    env: 'SIGNALBOX_DATA_DIR',
    type: 'text',
    default: './data',
    description: 'Directory of everything that is stored',
  },
  publicUrl: {
    env: 'SIGNALBOX_PUBLIC_URL',
    type: 'url',
    description: 'Address that DSNs show: where SDKs reach this installation. Default http://127.0.0.1:<port>',
  },
  bootstrapApiKey: {
    env: 'SIGNALBOX_BOOTSTRAP_API_KEY',
    type: 'text',
    lengthMin: 8,
    lengthMax: 256,
    pattern: /[\x21-\x7e]+/,
    expected: '8 to 256 visible ASCII characters without spaces',
    secret: true,
    description: 'API key with all scopes, made at the start when it is not known yet. Generated at the first start',
  },
})
