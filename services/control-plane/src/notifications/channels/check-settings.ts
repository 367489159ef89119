import { ServiceError, type ChannelKind, type FieldFault } from '@signalbox/contracts'
import { findUrlFault, type AddressPolicy } from '@signalbox/service-kit'
import type { ChannelSettings } from './channel-settings.js'

/** What decides whether a channel can lead where it is said to. */
export interface ChannelRules {
  policy: AddressPolicy
  /** Whether the operator named a mail server. */
  hasMail: boolean
}

/** @throws ServiceError `invalid-body` that names every field which is missing, or leads where nothing may be sent. */
export function checkSettings(kind: ChannelKind, settings: ChannelSettings, rules: ChannelRules): void {
  const faults = [...findMissing(kind, settings), ...findFaultyUrls(settings, rules)]
  if (kind === 'email' && !rules.hasMail) {
    faults.push(
      fault('/kind', 'cannot be email: this installation has no mail server (SIGNALBOX_SMTP_URL, SIGNALBOX_SMTP_FROM)'),
    )
  }
  if (faults.length > 0) throw new ServiceError('invalid-body', { faults })
}

function findMissing(kind: ChannelKind, settings: ChannelSettings): FieldFault[] {
  if (kind !== 'slack') return []
  const { webhook_url, channel, bot_token, api_url } = settings
  if (webhook_url === undefined && channel === undefined && bot_token === undefined) {
    return [fault('/webhook_url', 'is required, or `channel` and `bot_token` instead')]
  }
  if (webhook_url === undefined) {
    return Object.entries({ channel, bot_token }).flatMap(([name, value]) =>
      value === undefined ? [fault(`/${name}`, 'is required where no `webhook_url` is given')] : [],
    )
  }
  return Object.entries({ channel, bot_token, api_url }).flatMap(([name, value]) =>
    value === undefined ? [] : [fault(`/${name}`, 'must not stand beside `webhook_url`')],
  )
}

function findFaultyUrls({ webhook_url, api_url, url }: ChannelSettings, { policy }: ChannelRules): FieldFault[] {
  return Object.entries({ webhook_url, api_url, url }).flatMap(([name, value]) => {
    const detail = value === undefined ? undefined : findUrlFault(value, policy)
    return detail === undefined ? [] : [fault(`/${name}`, detail)]
  })
}

function fault(name: string, detail: string): FieldFault {
  return { in: 'body', name, detail }
}
