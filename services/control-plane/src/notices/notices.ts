import { createId } from '@signalbox/contracts'
import { createAddressPolicy, createOutboundClient, type AddressPolicy, type Metrics } from '@signalbox/service-kit'
import type { BackgroundWork } from '../background/background-work.js'
import { createRepeater, type Repetition } from '../background/create-repeater.js'
import type { ChannelRules } from '../channels/check-settings.js'
import { createChannelTester, type ChannelTester } from '../channels/test-channel.js'
import type { OutboxOptions } from './outbox.js'
import { createOutbox } from './outbox.js'
import { gatherContent, type ContentSources } from './gather-content.js'
import { createNoticeMessage } from './messages/outgoing-message.js'
import { createMailer, type SmtpSettings } from './senders/mailer.js'
import { createSender } from './senders/send-message.js'

/** What operators say about notices. */
export interface NoticeSettings {
  /** Addresses that notices may go to; public ones only when left out. */
  policy?: AddressPolicy
  /** Without it there are no e-mail channels. */
  smtp?: SmtpSettings
}

export interface NoticesOptions extends ContentSources, Pick<OutboxOptions, 'clock'> {
  settings: NoticeSettings
  log: OutboxOptions['log']
  metrics?: Pick<Metrics, 'counter'>
}

/** Everything about notices that the control plane puts together. */
export interface Notices {
  rules: ChannelRules
  test: ChannelTester
  /** Sends what is queued until it is stopped. */
  createWork(): BackgroundWork
  close(): void
}

export function createNotices(options: NoticesOptions): Notices {
  const { store, publicUrl, clock, settings } = options
  const { policy = createAddressPolicy(), smtp } = settings
  const mailer = createMailer({ smtp, publicUrl })
  const sender = createSender({ outbound: createOutboundClient({ policy }), mailer, clock })
  const count = options.metrics?.counter(
    'signalbox_notifications_total',
    'Messages to notification channels, by what became of each attempt',
    ['channel', 'outcome'],
  )
  const createOutboxNow = () =>
    createOutbox({
      ...options,
      owner: createId(),
      random: Math.random,
      onAttempt: (channel, outcome) => count?.inc({ channel: channel.kind, outcome }, 1),
      send: async ({ channel, message: { id }, signal }) =>
        sender(channel, createNoticeMessage(id, await gatherContent(options, { channel, messageId: id })), signal),
    })
  return {
    rules: { policy, hasMail: smtp !== undefined },
    test: createChannelTester({ store, sender, clock }),
    createWork: () => createOutboxLoop(createOutboxNow(), options),
    close: () => {
      mailer.close()
    },
  }
}

function createOutboxLoop(
  outbox: ReturnType<typeof createOutbox>,
  { clock, log }: Pick<NoticesOptions, 'clock' | 'log'>,
): BackgroundWork {
  let loop: Repetition | undefined
  return {
    start: () => {
      loop = createRepeater({ clock, log })('sending notices', () => Promise.resolve(outbox.tick()))
    },
    stop: async () => {
      await loop?.stop()
      await outbox.stop()
    },
  }
}
