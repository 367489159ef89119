import type { Clock, OutboundClient } from '@signalbox/service-kit'
import { targetOf } from '../channels/channel-settings.js'
import type { NotificationChannelRow } from '../store/notification-channels.js'
import type { OutgoingMessage } from '../messages/outgoing-message.js'
import type { Mailer } from './email/mailer.js'
import { sendByBot, sendBySlackWebhook } from './slack/send-to-slack.js'
import type { SendOutcome } from '../delivery/send-outcome.js'
import { sendToWebhook } from './webhook/send-to-webhook.js'

/** What sending needs. */
export interface SenderDependencies {
  outbound: OutboundClient
  mailer: Mailer
  clock: Clock
}

/** Sends messages to channels. Failures are values; it rejects only for mistakes of ours. */
export type Sender = (
  channel: NotificationChannelRow,
  message: OutgoingMessage,
  signal: AbortSignal,
) => Promise<SendOutcome>

export function createSender({ outbound, mailer, clock }: SenderDependencies): Sender {
  return (channel, message, signal) => {
    const target = targetOf(channel)
    const sending = { message, now: clock(), signal }
    switch (target.kind) {
      case 'slack-webhook':
        return sendBySlackWebhook(outbound, target, sending)
      case 'slack-bot':
        return sendByBot(outbound, target, sending)
      case 'webhook':
        return sendToWebhook(outbound, target, sending)
      case 'email':
        return mailer.send(target.to, sending)
    }
  }
}
