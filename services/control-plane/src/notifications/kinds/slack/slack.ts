import { findInsecureUrlFault } from '@signalbox/service-kit'
import { bodyFault, type ChannelRules, type ChannelSettings, type ChannelType } from '../channel-type.js'
import { sendToSlack } from './send-to-slack.js'

/** Slack, through an incoming webhook or a bot. */
export const slack: ChannelType = {
  settings: { webhook_url: 'url', channel: 'whole', bot_token: 'secret', api_url: 'url' },
  nameOf: ({ channel }) => (channel === undefined ? 'Slack' : `Slack ${channel}`),
  findFaults: (settings, rules) => [...findCombinationFaults(settings), ...findApiFaults(settings, rules)],
  replace,
  // Incoming webhooks and chat.postMessage accept about one message per second per channel.
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
  const detail = apiUrl === undefined ? undefined : findInsecureUrlFault(apiUrl, policy)
  return detail === undefined ? [] : [bodyFault('/api_url', detail)]
}

/**
 * A Slack channel uses either a webhook or a bot: setting one removes the other. People who may change channels may
 * neither read their tokens nor have them sent elsewhere: changing the address removes the token.
 */
function replace(kept: ChannelSettings, given: ChannelSettings): ChannelSettings {
  if (given['webhook_url'] !== undefined) return given
  const isBot = given['channel'] !== undefined || given['bot_token'] !== undefined
  const isElsewhere = given['api_url'] !== undefined && given['api_url'] !== kept['api_url']
  const gone = [...(isBot ? ['webhook_url'] : []), ...(isElsewhere ? ['bot_token'] : [])]
  return { ...Object.fromEntries(Object.entries(kept).filter(([name]) => !gone.includes(name))), ...given }
}
