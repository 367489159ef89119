import type { ContentEncoding, Topic } from '@signalbox/contracts'

/** What happened to the items of a request: `accepted` ones are in the log. */
export type IngestOutcome = 'accepted' | 'dropped' | 'rate_limited'

/** Why a request was answered with an error: what is wrong with it, who sends it, or with this installation. */
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

/** Counters of ingest; where they are shown is not its business. */
export interface IngestMetrics {
  /** `signalbox_ingest_items_total` */
  countItems(kind: string, outcome: IngestOutcome, quantity: number): void
  /** `signalbox_ingest_refused_requests_total`: a request that was answered with an error. */
  countRefused(reason: RefusalReason): void
  /** `signalbox_ingest_bytes_total`: bytes written to the log, as they came. */
  countBytes(topic: Topic, encoding: ContentEncoding, bytes: number): void
  /** `signalbox_ingest_decode_seconds`: time to inflate one body. */
  observeDecode(seconds: number): void
}
