import type { Clock, OutboundClient } from '@signalbox/service-kit'
import type { OutgoingMessage } from '../messages/outgoing-message.js'

/** A message on its way. */
export interface Sending {
  message: OutgoingMessage
  /** Unix milliseconds. */
  now: number
  signal: AbortSignal
}

/** The mail server that the operator names. */
export interface SmtpSettings {
  /** `smtp://` or `smtps://`, with user and password where it asks for them. */
  url: string
  /** Sender of all mails. */
  from: string
}

/** What sending takes. */
export interface DeliveryServices {
  outbound: OutboundClient
  clock: Clock
  /** Without one no mail can be sent. */
  smtp: SmtpSettings | undefined
  publicUrl: string
}
