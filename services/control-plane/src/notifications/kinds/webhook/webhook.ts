import { randomBytes } from 'node:crypto'
import type { ChannelType } from '../channel-type.js'
import { sendToWebhook } from './send-to-webhook.js'

/** Any receiver of JSON, signed as Standard Webhooks says. */
export const webhook: ChannelType = {
  settings: { url: 'url', secret: 'secret' },
  nameOf: ({ url }) => `Webhook ${url === undefined ? '' : new URL(url).host}`,
  // As Standard Webhooks writes keys.
  createSecret: () => ({ name: 'secret', value: `whsec_${randomBytes(32).toString('base64')}` }),
  spacingMs: 0,
  createSender: (services) => ({ send: (settings, sending) => sendToWebhook(services, settings, sending) }),
}
