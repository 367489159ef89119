import type { ChannelType } from '../channel-type.js'
import { postJson } from '../post-json.js'
import { renderTeams } from './render-teams.js'

/** Statuses of a workflow that is gone, turned off, or does not understand. */
const finalStatuses = [400, 401, 403, 404, 410]

/** Microsoft Teams, through the webhook of a workflow that posts to a channel. */
export const teams: ChannelType = {
  settings: { webhook_url: 'url' },
  nameOf: () => 'Microsoft Teams',
  // A channel accepts four messages per second from one sender.
  spacingMs: 250,
  createSender: (services) => ({
    send: ({ webhook_url: url = '' }, sending) =>
      postJson(services, sending, {
        url,
        body: renderTeams(sending.message.content),
        receiver: 'Teams',
        finalStatuses,
      }),
  }),
}
