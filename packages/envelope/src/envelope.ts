/** An item of an envelope: its header as sent, and its payload's location in the decoded body. */
export interface EnvelopeItem {
  /** Position in the envelope, starting at 0. */
  index: number
  type: string
  /** All item header fields, including unknown ones. */
  header: Readonly<Record<string, unknown>>
  /** A view into the decoded body, not a copy. */
  payload: Uint8Array
}

export interface EnvelopeHeader {
  /** 32 lower-case hex digits; undefined if the envelope has none. */
  eventId: string | undefined
  dsn: string | undefined
  /** Unix milliseconds; undefined if missing, null or not a time. */
  readonly sentAt: number | undefined
  /** All fields as sent. */
  fields: Readonly<Record<string, unknown>>
}

export interface Envelope {
  header: EnvelopeHeader
  items: readonly EnvelopeItem[]
}

/** `too-large`: a header line, or all of them together, is longer than any SDK sends. Results in a 413. */
export type EnvelopeErrorReason = 'malformed' | 'too-large'

/** Why a body is not an envelope. `causes` go into the protocol's response. */
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
