/** One item of an envelope: its header as sent, and where its payload lies in the decoded body. */
export interface EnvelopeItem {
  /** Position in the envelope, from 0. */
  index: number
  type: string
  /** All keys of the item header, unknown ones included. */
  header: Readonly<Record<string, unknown>>
  /** A view into the decoded body, not a copy. */
  payload: Uint8Array
}

export interface EnvelopeHeader {
  /** 32 lower-case hex digits; absent when the envelope had none. */
  eventId: string | undefined
  dsn: string | undefined
  /** Unix milliseconds; absent when missing, null or not a time. */
  readonly sentAt: number | undefined
  /** All keys as sent. */
  fields: Readonly<Record<string, unknown>>
}

export interface Envelope {
  header: EnvelopeHeader
  items: readonly EnvelopeItem[]
}

/** `too-large`: a header line is longer, or all of them together are, than any SDK sends. Answered with 413. */
export type EnvelopeErrorReason = 'malformed' | 'too-large'

/** Why a body is not an envelope: `causes` are the words the protocol answers with. */
export class EnvelopeError extends Error {
  override readonly name = 'EnvelopeError'
  readonly causes: readonly string[]
  readonly reason: EnvelopeErrorReason

  constructor(causes: readonly string[], reason: EnvelopeErrorReason = 'malformed') {
    super(`invalid event envelope: ${causes.join(', ')}`)
    this.causes = causes
    this.reason = reason
  }
}
