import { channelKinds, type ChannelKind } from '@signalbox/contracts'
import type { DeliveryServices } from '../delivery/sending.js'
import type { SendOutcome } from '../delivery/send-outcome.js'
import type { OutgoingMessage } from '../messages/outgoing-message.js'
import type { ChannelSender, ChannelSettings } from './channel-type.js'
import { channelTypes } from './index.js'

/** Sends messages to channels. Failures are returned as outcomes; it rejects only for bugs. */
export interface Sender {
  send(
    channel: { kind: ChannelKind; settings: ChannelSettings },
    message: OutgoingMessage,
    signal: AbortSignal,
  ): Promise<SendOutcome>
  close(): void
}

export function createSender(services: DeliveryServices): Sender {
  const senders = new Map<ChannelKind, ChannelSender>(
    channelKinds.map((kind) => [kind, channelTypes[kind].createSender(services)]),
  )
  return {
    send: ({ kind, settings }, message, signal) => {
      const sender = senders.get(kind)
      if (sender === undefined) throw new Error(`no sender for channels of kind ${kind}`)
      return sender.send(settings, { message, now: services.clock(), signal })
    },
    close: () => {
      for (const sender of senders.values()) sender.close?.()
    },
  }
}
