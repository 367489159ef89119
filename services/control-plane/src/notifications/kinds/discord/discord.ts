import type { ChannelType } from '../channel-type.js'
import { postJson } from '../post-json.js'
import { renderDiscord } from './render-discord.js'

/** Statuses that mean that the webhook is gone or does not understand the message. */
const finalStatuses = [400, 401, 403, 404, 405]

/** Discord, through a channel webhook. */
export const discord: ChannelType = {
  settings: { webhook_url: 'url' },
  nameOf: () => 'Discord',
  // A webhook accepts five messages per two seconds.
  spacingMs: 400,
  createSender: (services) => ({
    send: ({ webhook_url: url = '' }, sending) =>
      postJson(services, sending, {
        url,
        body: renderDiscord(sending.message.content),
        receiver: 'Discord',
        finalStatuses,
      }),
  }),
}
