import type { ChannelKind, NoticeKind } from '@signalbox/contracts'

interface ChannelField {
  name: string
  label: string
  isRequired?: boolean
  type?: 'url' | 'email' | 'password'
  hint?: string
}

interface ChannelForm {
  name: string
  fields: readonly ChannelField[]
}

/** What is asked for a channel of each kind. */
export const channelForms: Readonly<Record<ChannelKind, ChannelForm>> = {
  slack: {
    name: 'Slack',
    fields: [
      { name: 'webhook_url', label: 'Incoming webhook', type: 'url', hint: 'Or a channel and the token of a bot:' },
      { name: 'channel', label: 'Channel' },
      { name: 'bot_token', label: 'Token of the bot', type: 'password' },
    ],
  },
  webhook: {
    name: 'Webhook',
    fields: [
      { name: 'url', label: 'Address', type: 'url', isRequired: true },
      { name: 'secret', label: 'Key that signs', type: 'password', hint: 'Made when left out, and shown once.' },
    ],
  },
  email: { name: 'E-mail', fields: [{ name: 'to', label: 'E-mail address', type: 'email', isRequired: true }] },
  discord: { name: 'Discord', fields: [{ name: 'webhook_url', label: 'Webhook', type: 'url', isRequired: true }] },
  teams: {
    name: 'Microsoft Teams',
    fields: [{ name: 'webhook_url', label: 'Webhook', type: 'url', isRequired: true }],
  },
}

export function isChannelKind(value: string): value is ChannelKind {
  return Object.hasOwn(channelForms, value)
}

/** What notices tell of, in words. */
export const noticeTexts: Readonly<Record<NoticeKind, string>> = {
  issue_created: 'New issues',
  issue_regressed: 'Issues that came back',
  issue_escalated: 'Issues that escalate',
  alert: 'Alerts',
}

export const noticeNames: readonly NoticeKind[] = ['issue_created', 'issue_regressed', 'issue_escalated', 'alert']
