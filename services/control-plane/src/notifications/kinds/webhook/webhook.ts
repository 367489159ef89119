import { randomBytes } from 'node:crypto'
import type { ChannelType } from '../channel-type.js'
import { sendToWebhook } from './send-to-webhook.js'

/** A generic JSON webhook, signed according to Standard Webhooks. */
export const webhook: ChannelType = {
  settings: { url: 'url', secret: 'secret' },
  nameOf: ({ url }) => `Webhook ${url === undefined ? '' : new URL(url).host}`,
  // Key format of Standard Webhooks.
  createSecret: () => ({ name: 'secret', value: `whsec_${randomBytes(32).toString('base64')}` }),
  spacingMs: 0,
  createSender: (services) => ({ send: (settings, sending) => sendToWebhook(services, settings, sending) }),
}
