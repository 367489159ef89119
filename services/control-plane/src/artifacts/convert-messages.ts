/** A map to convert and its code; either may be missing. */
export interface ConvertRequest {
  code: Uint8Array | undefined
  map: Uint8Array | undefined
  /** True if the map is embedded in the code. */
  isInline: boolean
  /** Sources that the map does not contain, by their names in it. */
  sources: ReadonlyMap<string, Uint8Array>
}

/** The index and the names of sources that it lacks, or why the conversion failed. */
export type ConvertResult = { index: Uint8Array; missingSources: string[] } | { fault: string }
