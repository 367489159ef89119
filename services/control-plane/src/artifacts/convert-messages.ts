/** A map to convert, with the code it belongs to; either may be missing. */
export interface ConvertRequest {
  code: Uint8Array | undefined
  map: Uint8Array | undefined
  /** The map stands in the code. */
  isInline: boolean
  /** Sources that the map does not hold, by their names in it. */
  sources: ReadonlyMap<string, Uint8Array>
}

/** The index with the names of sources that it does not hold, or why there is none. */
export type ConvertAnswer = { index: Uint8Array; missingSources: string[] } | { fault: string }
