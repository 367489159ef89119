import type { ContentEncoding, EnvelopeMeta } from '@signalbox/contracts'
import type { Envelope, EnvelopeItem } from '@signalbox/envelope'

/** What a request hands in, with the bytes that the log is to keep. */
export interface Submission {
  form: EnvelopeMeta['form']
  /** In their order; a bare event is one item. */
  items: readonly EnvelopeItem[]
  /** The id that is answered; undefined when nothing needs one. */
  eventId: string | undefined
  /** The trace that the header names; absent when there is none. */
  traceId?: string | undefined
  raw: Uint8Array
  encoding: ContentEncoding
  /** Estimate of the rows that it becomes, at least 1. */
  rows: number
}

/** Inflated bytes that become about one row. */
const bytesPerRow = 1_000

/** Rows that an envelope becomes, by its size: payloads are not parsed here. */
export function estimateRows({ items }: Pick<Envelope, 'items'>, inflatedBytes: number): number {
  return Math.max(1, items.length + Math.floor(inflatedBytes / bytesPerRow))
}
