/** A map to convert, with the code it belongs to; either may be missing. */
export interface ConvertRequest {
  code: Uint8Array | undefined
  map: Uint8Array | undefined
  /** The map stands in the code. */
  isInline: boolean
}

/** The index, or why there is none. */
export type ConvertAnswer = { index: Uint8Array } | { fault: string }
