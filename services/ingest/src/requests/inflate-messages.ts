import type { BodyErrorReason } from '@signalbox/envelope'

/** A zstd body to be inflated. */
export interface InflateRequest {
  body: Uint8Array
  /** Most bytes that it may have then. */
  bytesMax: number
}

/** The body inflated, or why it is refused. */
export type InflateAnswer = { inflated: Uint8Array } | { refusal: BodyErrorReason } | { fault: string }
