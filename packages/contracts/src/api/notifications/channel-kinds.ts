import { Type, type TObject } from 'typebox'
import { limits } from '../../limits.js'
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
    description,
  })

/** What is said of where a channel leads, by kind. All settings are texts; what is secret is written, never read. */
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
