import type { ChannelKind } from '@signalbox/contracts'
import { readKeptObject } from '../../database/kept-json.js'
import type { NotificationChannelRow } from '../store/notification-channels.js'

/** Settings that each kind of channel has; all are texts. */
export const settingNames = {
  slack: ['webhook_url', 'channel', 'bot_token', 'api_url'],
  webhook: ['url', 'secret'],
  email: ['to'],
} as const satisfies Record<ChannelKind, readonly string[]>

/** Where a channel leads, with its secrets. */
export type ChannelTarget =
  | { kind: 'slack-webhook'; url: string }
  | { kind: 'slack-bot'; channel: string; botToken: string; apiUrl: string }
  | { kind: 'webhook'; url: string; secret: string }
  | { kind: 'email'; to: string }

/** The Web API of Slack. */
const slackApiUrl = 'https://slack.com/api'

/** Settings as they are kept; what is not set is missing. */
export type ChannelSettings = Readonly<Record<string, string>>

export function readSettings({ settings }: Pick<NotificationChannelRow, 'settings'>): ChannelSettings {
  const kept = Object.entries(readKeptObject(settings))
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]))
}

export function targetOf(channel: Pick<NotificationChannelRow, 'kind' | 'settings'>): ChannelTarget {
  const { webhook_url, channel: name, bot_token, api_url, url, secret, to } = readSettings(channel)
  switch (channel.kind) {
    case 'slack':
      return webhook_url === undefined
        ? { kind: 'slack-bot', channel: name ?? '', botToken: bot_token ?? '', apiUrl: api_url ?? slackApiUrl }
        : { kind: 'slack-webhook', url: webhook_url }
    case 'webhook':
      return { kind: 'webhook', url: url ?? '', secret: secret ?? '' }
    case 'email':
      return { kind: 'email', to: to ?? '' }
  }
}
