import { Type, type TObject, type TProperties, type TSchema } from 'typebox'
import { limits } from '../../limits.js'
import { Closed } from '../../schema.js'
import { UrlText } from '../http/texts.js'

/** Kinds of notification channels. Add a new kind here first; the compiler then lists what is missing. */
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

/** Settings of a channel's target, by kind. All settings are strings; `writeOnly` ones are secrets. */
export const channelSettings = {
  slack: Type.Object({
    webhook_url: Type.Optional(UrlText('Slack incoming webhook; replaces `channel` and `bot_token`')),
    channel: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: nameLengthMax,
        pattern: '^\\S+$',
        description: 'Slack channel that the bot posts to, by id or name',
      }),
    ),
    bot_token: Type.Optional(Secret('Bot token, without spaces')),
    api_url: Type.Optional(UrlText("Base URL of the Slack Web API; omit for Slack's own")),
  }),
  webhook: Type.Object({
    url: UrlText('URL that notifications are posted to'),
    secret: Type.Optional(
      Secret(
        'Key that signs posted notifications, without spaces: `whsec_` and base64, or any text. Generated if ' +
          'omitted',
      ),
    ),
  }),
  email: Type.Object({
    to: Type.String({
      maxLength: limits.signIn.emailLengthMax,
      pattern: '^[^\\s@<>,;:"()\\[\\]\\\\]+@[^\\s@<>,;:"()\\[\\]\\\\]+$',
      description: 'E-mail address',
    }),
  }),
  discord: Type.Object({ webhook_url: UrlText('Discord channel webhook') }),
  teams: Type.Object({ webhook_url: UrlText('Webhook of a Microsoft Teams workflow that posts to a channel') }),
} satisfies { [K in ChannelKind]: TObject }

/** Names of the settings of all kinds. */
type SettingName = { [K in ChannelKind]: keyof (typeof channelSettings)[K]['properties'] }[ChannelKind]

const { slack, webhook, email, discord, teams } = channelSettings

/** Settings that a change may include; one that does not belong to the channel's kind is rejected. */
export const changedSettings = {
  ...Type.Partial(webhook).properties,
  ...Type.Partial(email).properties,
  ...Type.Partial(slack).properties,
} satisfies { [Name in SettingName]: TSchema }

const Masked = (description: string) => Type.Optional(Type.String({ description: `${description}; secrets omitted` }))

/** Settings as shown. */
export const shownSettings = {
  webhook_url: Masked('Slack, Discord or Microsoft Teams webhook'),
  channel: Type.Optional(Type.String({ description: 'Slack channel' })),
  bot_token: Masked('Bot token'),
  api_url: Type.Optional(Type.String({ description: 'Base URL of the Slack Web API' })),
  url: Masked('URL that notifications are posted to'),
  secret: Masked('Key that signs posted notifications'),
  to: Type.Optional(Type.String({ description: 'E-mail address' })),
} satisfies { [Name in SettingName]: TSchema }

/** Channels of each kind combined with the common fields, as requested. */
export function channelVariants<const P extends TProperties>(common: P) {
  return {
    slack: Closed({ kind: Type.Literal('slack'), ...slack.properties, ...common }),
    webhook: Closed({ kind: Type.Literal('webhook'), ...webhook.properties, ...common }),
    email: Closed({ kind: Type.Literal('email'), ...email.properties, ...common }),
    discord: Closed({ kind: Type.Literal('discord'), ...discord.properties, ...common }),
    teams: Closed({ kind: Type.Literal('teams'), ...teams.properties, ...common }),
  } satisfies { [K in ChannelKind]: TObject }
}
