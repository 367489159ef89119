import { Type, type TObject, type TProperties, type TSchema } from 'typebox'
import { limits } from '../../limits.js'
import { Closed } from '../../schema.js'
import { UrlText } from '../http/texts.js'

/** Where notices may go. A new kind is added here first; the compiler then lists what is missing. */
export const channelKinds = ['slack', 'webhook', 'email', 'discord', 'teams'] as const
export type ChannelKind = (typeof channelKinds)[number]

const { nameLengthMax } = limits.text
const Secret = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: limits.notification.secretLengthMax,
    pattern: '^[\\x21-\\x7e]+$',
    writeOnly: true,
    description,
  })

/** What is said of where a channel leads, by kind. All settings are texts; a `writeOnly` one is a secret. */
export const channelSettings = {
  slack: Type.Object({
    webhook_url: Type.Optional(UrlText('Incoming webhook of Slack; instead of `channel` and `bot_token`')),
    channel: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: nameLengthMax,
        pattern: '^\\S+$',
        description: 'Channel of Slack, by id or name, that the bot writes to',
      }),
    ),
    bot_token: Type.Optional(Secret('Token of the bot, without spaces')),
    api_url: Type.Optional(UrlText('Address of the Web API; that of Slack when left out')),
  }),
  webhook: Type.Object({
    url: UrlText('Address that notices are posted to'),
    secret: Type.Optional(
      Secret('Key that signs what is posted, without spaces; `whsec_` and base64, or any text. Made when left out'),
    ),
  }),
  email: Type.Object({
    to: Type.String({
      maxLength: limits.signIn.emailLengthMax,
      pattern: '^[^\\s@<>,;:"()\\[\\]\\\\]+@[^\\s@<>,;:"()\\[\\]\\\\]+$',
      description: 'E-mail address',
    }),
  }),
  discord: Type.Object({ webhook_url: UrlText('Webhook of a Discord channel') }),
  teams: Type.Object({ webhook_url: UrlText('Webhook of a Microsoft Teams workflow that posts to a channel') }),
} satisfies { [K in ChannelKind]: TObject }

/** Names of the settings of all kinds. */
type SettingName = { [K in ChannelKind]: keyof (typeof channelSettings)[K]['properties'] }[ChannelKind]

const { slack, webhook, email, discord, teams } = channelSettings

/** Any setting, as it may be given anew; one of another kind than the channel's is refused. */
export const changedSettings = {
  ...Type.Partial(webhook).properties,
  ...Type.Partial(email).properties,
  ...Type.Partial(slack).properties,
} satisfies { [Name in SettingName]: TSchema }

const Masked = (description: string) =>
  Type.Optional(Type.String({ description: `${description}; without its secrets` }))

/** Any setting, as it is shown. */
export const shownSettings = {
  webhook_url: Masked('Webhook of Slack, Discord or Microsoft Teams'),
  channel: Type.Optional(Type.String({ description: 'Channel of Slack' })),
  bot_token: Masked('Token of the bot'),
  api_url: Type.Optional(Type.String({ description: 'Address of the Web API of Slack' })),
  url: Masked('Address that notices are posted to'),
  secret: Masked('Key that signs what is posted'),
  to: Type.Optional(Type.String({ description: 'E-mail address' })),
} satisfies { [Name in SettingName]: TSchema }

/** A channel of each kind with what channels of all kinds say, as it is asked for. */
export function channelVariants<const P extends TProperties>(common: P) {
  return {
    slack: Closed({ kind: Type.Literal('slack'), ...slack.properties, ...common }),
    webhook: Closed({ kind: Type.Literal('webhook'), ...webhook.properties, ...common }),
    email: Closed({ kind: Type.Literal('email'), ...email.properties, ...common }),
    discord: Closed({ kind: Type.Literal('discord'), ...discord.properties, ...common }),
    teams: Closed({ kind: Type.Literal('teams'), ...teams.properties, ...common }),
  } satisfies { [K in ChannelKind]: TObject }
}
