import type { Clock, OutboundClient } from '@signalbox/service-kit'
import type { OutgoingMessage } from '../messages/outgoing-message.js'

/** A message in flight. */
export interface Sending {
  message: OutgoingMessage
  /** Unix milliseconds. */
  now: number
  signal: AbortSignal
}

/** The mail server that the operator configured. */
export interface SmtpSettings {
  /** `smtp://` or `smtps://`, with user and password if the server requires them. */
  url: string
  /** Sender address of all mails. */
  from: string
}

/** Dependencies of sending. */
export interface DeliveryServices {
  outbound: OutboundClient
  clock: Clock
  /** If undefined, no mail can be sent. */
  smtp: SmtpSettings | undefined
  publicUrl: string
}
