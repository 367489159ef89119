import type { OutgoingMessage } from '../messages/outgoing-message.js'

/** A message on its way. */
export interface Sending {
  message: OutgoingMessage
  /** Unix milliseconds. */
  now: number
  signal: AbortSignal
}
