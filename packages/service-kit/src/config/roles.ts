import { defineConfig, type ConfigOf } from './define-config.js'

const internalToken = {
  env: 'SIGNALBOX_INTERNAL_TOKEN',
  type: 'text',
  lengthMin: 16,
  lengthMax: 256,
  pattern: /[\x21-\x7e]+/,
  expected: '16 to 256 visible ASCII characters without spaces',
  secret: true,
  description: 'Shared secret between the services of an installation; the same for all of them',
} as const

const queryUrl = {
  env: 'SIGNALBOX_QUERY_URL',
  type: 'url',
  description: 'Address of the query service, or of the load balancer in front of it',
} as const

/** How services reach the control plane if they run as separate processes. */
export const controlPlaneAccessSettings = defineConfig({
  controlPlaneUrl: {
    env: 'SIGNALBOX_CONTROL_PLANE_URL',
    type: 'url',
    required: true,
    description: 'Address of the control plane',
  },
  internalToken: { ...internalToken, required: true },
})
export type ControlPlaneAccessConfig = ConfigOf<typeof controlPlaneAccessSettings>

/** For services that query telemetry. */
export const queryAccessSettings = defineConfig({ queryUrl: { ...queryUrl, required: true } })

/** For the control plane, which accepts internal requests but also runs without other services. */
export const internalApiSettings = defineConfig({
  internalToken: {
    ...internalToken,
    description: `${internalToken.description}. Without it, the control plane rejects requests from other services`,
  },
  queryUrl: {
    ...queryUrl,
    description: `${queryUrl.description}. Without it, conditions and alert rules are not evaluated`,
  },
})
export type InternalApiConfig = ConfigOf<typeof internalApiSettings>
