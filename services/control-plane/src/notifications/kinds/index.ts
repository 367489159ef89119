import type { ChannelKind } from '@signalbox/contracts'
import type { ChannelType } from './channel-type.js'
import { discord } from './discord/discord.js'
import { email } from './email/email.js'
import { slack } from './slack/slack.js'
import { teams } from './teams/teams.js'
import { webhook } from './webhook/webhook.js'

/** All channel kinds. */
export const channelTypes: { readonly [K in ChannelKind]: ChannelType } = { slack, webhook, email, discord, teams }
