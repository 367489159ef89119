import type { ChannelKind, ChannelRequest, NoticeKind } from '@signalbox/contracts'

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
  /** @param said non-empty fields by name. */
  toRequest: (said: Readonly<Record<string, string>>) => ChannelRequest
}

/** Fields of each channel kind, and the request made from them. */
export const channelForms: Readonly<Record<ChannelKind, ChannelForm>> = {
  slack: {
    name: 'Slack',
    fields: [
      {
        name: 'webhook_url',
        label: 'Incoming webhook',
        type: 'url',
        hint: 'Or leave this empty and enter a channel and bot token.',
      },
      { name: 'channel', label: 'Channel' },
      { name: 'bot_token', label: 'Bot token', type: 'password' },
    ],
    toRequest: (said) => ({ kind: 'slack', ...said }),
  },
  webhook: {
    name: 'Webhook',
    fields: [
      { name: 'url', label: 'URL', type: 'url', isRequired: true },
      { name: 'secret', label: 'Signing key', type: 'password', hint: 'Generated if empty, and shown once.' },
    ],
    toRequest: ({ url = '', ...said }) => ({ kind: 'webhook', url, ...said }),
  },
  email: {
    name: 'Email',
    fields: [{ name: 'to', label: 'Email address', type: 'email', isRequired: true }],
    toRequest: ({ to = '' }) => ({ kind: 'email', to }),
  },
  discord: {
    name: 'Discord',
    fields: [{ name: 'webhook_url', label: 'Webhook', type: 'url', isRequired: true }],
    toRequest: ({ webhook_url = '' }) => ({ kind: 'discord', webhook_url }),
  },
  teams: {
    name: 'Microsoft Teams',
    fields: [{ name: 'webhook_url', label: 'Webhook', type: 'url', isRequired: true }],
    toRequest: ({ webhook_url = '' }) => ({ kind: 'teams', webhook_url }),
  },
}

export function isChannelKind(value: string): value is ChannelKind {
  return Object.hasOwn(channelForms, value)
}

/** Kinds of notifications, in words. */
export const noticeTexts: Readonly<Record<NoticeKind, string>> = {
  issue_created: 'New issues',
  issue_regressed: 'Regressed issues',
  issue_escalated: 'Escalated issues',
  alert: 'Alerts',
}

export const noticeNames: readonly NoticeKind[] = ['issue_created', 'issue_regressed', 'issue_escalated', 'alert']
