import { findOpenUrlFault } from '@signalbox/service-kit'
import { bodyFault, type ChannelRules, type ChannelSettings, type ChannelType } from '../channel-type.js'
import { sendToSlack } from './send-to-slack.js'

/** Slack, by an incoming webhook or as a bot. */
export const slack: ChannelType = {
  settings: { webhook_url: 'url', channel: 'whole', bot_token: 'secret', api_url: 'url' },
  nameOf: ({ channel }) => (channel === undefined ? 'Slack' : `Slack ${channel}`),
  findFaults: (settings, rules) => [...findCombinationFaults(settings), ...findApiFaults(settings, rules)],
  replace,
  // Incoming webhooks and chat.postMessage take about one message a second and channel.
  spacingMs: 1_000,
  createSender: (services) => ({ send: (settings, sending) => sendToSlack(services, settings, sending) }),
}

function findCombinationFaults({ webhook_url, channel, bot_token, api_url }: ChannelSettings) {
  if (webhook_url === undefined && channel === undefined && bot_token === undefined) {
    return [bodyFault('/webhook_url', 'is required unless `channel` and `bot_token` are set')]
  }
  if (webhook_url === undefined) {
    return Object.entries({ channel, bot_token }).flatMap(([name, value]) =>
      value === undefined ? [bodyFault(`/${name}`, 'is required without `webhook_url`')] : [],
    )
  }
  return Object.entries({ channel, bot_token, api_url }).flatMap(([name, value]) =>
    value === undefined ? [] : [bodyFault(`/${name}`, 'cannot be combined with `webhook_url`')],
  )
}

function findApiFaults({ api_url: apiUrl }: ChannelSettings, { policy }: ChannelRules) {
  const detail = apiUrl === undefined ? undefined : findOpenUrlFault(apiUrl, policy)
  return detail === undefined ? [] : [bodyFault('/api_url', detail)]
}

/**
 * What Slack is reached by is either a webhook or a bot: naming one takes the other away. Who may change channels may not read
 * their tokens, nor have them sent to a place of their own: another address takes the token away.
 */
function replace(kept: ChannelSettings, given: ChannelSettings): ChannelSettings {
  if (given['webhook_url'] !== undefined) return given
  const isBot = given['channel'] !== undefined || given['bot_token'] !== undefined
  const isElsewhere = given['api_url'] !== undefined && given['api_url'] !== kept['api_url']
  const gone = [...(isBot ? ['webhook_url'] : []), ...(isElsewhere ? ['bot_token'] : [])]
  return { ...Object.fromEntries(Object.entries(kept).filter(([name]) => !gone.includes(name))), ...given }
}
