import type { ChannelType } from '../channel-type.js'
import { postJson } from '../post-json.js'
import { renderDiscord } from './render-discord.js'

/** Statuses of a webhook that is gone, or does not understand. */
const finalStatuses = [400, 401, 403, 404, 405]

/** Discord, by a webhook of a channel. */
export const discord: ChannelType = {
  settings: { webhook_url: 'url' },
  nameOf: () => 'Discord',
  // A webhook takes five messages in two seconds.
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
