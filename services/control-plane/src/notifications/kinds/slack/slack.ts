import { bodyFault, type ChannelSettings, type ChannelType } from '../channel-type.js'
import { sendToSlack } from './send-to-slack.js'

/** Slack, by an incoming webhook or as a bot. */
export const slack: ChannelType = {
  settings: { webhook_url: 'url', channel: 'whole', bot_token: 'secret', api_url: 'url' },
  nameOf: ({ channel }) => (channel === undefined ? 'Slack' : `Slack ${channel}`),
  findFaults,
  replace,
  // Incoming webhooks and chat.postMessage take about one message a second and channel.
  spacingMs: 1_000,
  createSender: (services) => ({ send: (settings, sending) => sendToSlack(services, settings, sending) }),
}

function findFaults({ webhook_url, channel, bot_token, api_url }: ChannelSettings) {
  if (webhook_url === undefined && channel === undefined && bot_token === undefined) {
    return [bodyFault('/webhook_url', 'is required, or `channel` and `bot_token` instead')]
  }
  if (webhook_url === undefined) {
    return Object.entries({ channel, bot_token }).flatMap(([name, value]) =>
      value === undefined ? [bodyFault(`/${name}`, 'is required where no `webhook_url` is given')] : [],
    )
  }
  return Object.entries({ channel, bot_token, api_url }).flatMap(([name, value]) =>
    value === undefined ? [] : [bodyFault(`/${name}`, 'cannot be combined with `webhook_url`')],
  )
}

/** What Slack is reached by is either a webhook or a bot: naming one takes the other away. */
function replace(kept: ChannelSettings, given: ChannelSettings): ChannelSettings {
  if (given['webhook_url'] !== undefined) return given
  const isBot = given['channel'] !== undefined || given['bot_token'] !== undefined
  return { ...Object.fromEntries(Object.entries(kept).filter(([name]) => !isBot || name !== 'webhook_url')), ...given }
}
