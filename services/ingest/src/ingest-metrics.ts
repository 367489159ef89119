import type { ContentEncoding, Topic } from '@signalbox/contracts'

/** What became of the items of a request; `accepted` means that they are in the log. */
export type IngestOutcome = 'accepted' | 'dropped' | 'rate_limited'

/** Why a request got an error response: the request itself, its sender, or this installation is at fault. */
export const refusalReasons = [
  'invalid',
  'unauthenticated',
  'rejected',
  'too_large',
  'unsupported',
  'rate_limited',
  'log_full',
  'unavailable',
  'internal',
] as const
export type RefusalReason = (typeof refusalReasons)[number]

/** Counters of ingest, independent of how they are exported. */
export interface IngestMetrics {
  /** `signalbox_ingest_items_total` */
  countItems(kind: string, outcome: IngestOutcome, quantity: number): void
  /** `signalbox_ingest_refused_requests_total`: requests that got an error response. */
  countRefused(reason: RefusalReason): void
  /** `signalbox_ingest_bytes_total`: bytes appended to the log, still compressed. */
  countBytes(topic: Topic, encoding: ContentEncoding, bytes: number): void
  /** `signalbox_ingest_decode_seconds`: time to inflate one body. */
  observeDecode(seconds: number): void
}
