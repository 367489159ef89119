import { channelKinds, createId } from '@signalbox/contracts'
import {
  createAddressPolicy,
  createOutboundClient,
  type AddressPolicy,
  type Metrics,
  type Warnings,
} from '@signalbox/service-kit'
import type { BackgroundWork } from '../../scheduling/background-work.js'
import { createRepeatedWork } from '../../scheduling/repeated-work.js'
import { readSettings } from '../channels/channel-settings.js'
import type { ChannelRules } from '../kinds/channel-type.js'
import { createChannelTester, type ChannelTester } from '../channels/test-channel.js'
import { createOutbox, type OutboxOptions } from './outbox.js'
import { attemptEnds, type AttemptEnd } from './settle-attempt.js'
import type { NotificationChannelRow } from '../store/notification-channels.js'
import { gatherContent, type ContentSources } from './gather-content.js'
import type { SmtpSettings } from '../delivery/sending.js'
import { createSender } from '../kinds/sender.js'

/** Operator settings for notices. */
export interface NoticeSettings {
  /** Addresses that notices may be sent to. Default: public ones only. */
  policy?: AddressPolicy
  /** If missing, e-mail channels are unavailable. */
  smtp?: SmtpSettings
}

export interface NoticesOptions extends ContentSources, Pick<OutboxOptions, 'clock'> {
  settings: NoticeSettings
  log: OutboxOptions['log']
  metrics?: Pick<Metrics, 'counter'>
  warnings: Pick<Warnings, 'note' | 'clear'>
}

/** The notification services that the control plane wires up. */
export interface Notices {
  rules: ChannelRules
  test: ChannelTester
  /** Sends queued notices until stopped. */
  createWork(): BackgroundWork
  close(): void
}

export function createNotices(options: NoticesOptions): Notices {
  const { store, publicUrl, clock, settings } = options
  const { policy = createAddressPolicy(), smtp } = settings
  const sender = createSender({ outbound: createOutboundClient({ policy }), clock, smtp, publicUrl })
  const count = options.metrics?.counter(
    'signalbox_notifications_total',
    'Delivery attempts to notification channels, by outcome',
    ['channel', 'outcome'],
  )
  for (const channel of channelKinds) for (const outcome of attemptEnds) count?.inc({ channel, outcome }, 0)
  return {
    rules: { policy, hasMail: smtp !== undefined },
    test: createChannelTester({ store, sender, clock }),
    createWork: () => {
      const outbox = createOutbox({
        ...options,
        owner: createId(),
        random: Math.random,
        onAttempt: (channel, end) => {
          count?.inc({ channel: channel.kind, outcome: end }, 1)
          warnOfAttempt(options.warnings, channel, end)
        },
        send: async ({ channel, message: { id }, signal }) =>
          sender.send(
            { kind: channel.kind, settings: readSettings(channel) },
            { id, content: await gatherContent(options, { channel, messageId: id }) },
            signal,
          ),
      })
      const parts = { 'sending notifications': () => outbox.tick() }
      return createRepeatedWork({ clock, log: options.log, parts, end: () => outbox.stop() })
    },
    close: () => {
      sender.close()
    },
  }
}

function warnOfAttempt(
  warnings: NoticesOptions['warnings'],
  { id: subject, organization_id: organizationId, project_id: projectId, name }: NotificationChannelRow,
  end: AttemptEnd,
): void {
  const warning = { kind: 'channel_failing', organizationId, projectId, subject } as const
  if (end === 'sent') warnings.clear(warning)
  else
    warnings.note({
      ...warning,
      detail: `Notifications are not reaching the channel ${name}: check the channel's error`,
    })
}
