import type { BodyErrorReason } from '@signalbox/envelope'

/** A zstd body to inflate. */
export interface InflateRequest {
  body: Uint8Array
  /** Maximum size after inflation, in bytes. */
  bytesMax: number
}

/** The inflated body, or why it was refused. */
export type InflateResult = { inflated: Uint8Array } | { refusal: BodyErrorReason } | { fault: string }
