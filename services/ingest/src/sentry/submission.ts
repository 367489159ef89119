import type { ContentEncoding, EnvelopeMeta } from '@signalbox/contracts'
import type { Envelope, EnvelopeItem } from '@signalbox/envelope'

/** The content of a request, with the bytes to store in the log. */
export interface Submission {
  form: EnvelopeMeta['form']
  /** In order; a bare event is a single item. */
  items: readonly EnvelopeItem[]
  /** The id to respond with; undefined if none is needed. */
  eventId: string | undefined
  /** The trace id from the envelope header, if any. */
  traceId?: string | undefined
  raw: Uint8Array
  encoding: ContentEncoding
  /** Estimated number of rows, at least 1. */
  rows: number
}

/** Inflated bytes per row, approximately. */
const bytesPerRow = 1_000

/** Estimates rows from the envelope's size: payloads are not parsed here. */
export function estimateRows({ items }: Pick<Envelope, 'items'>, inflatedBytes: number): number {
  return Math.max(1, items.length + Math.floor(inflatedBytes / bytesPerRow))
}
