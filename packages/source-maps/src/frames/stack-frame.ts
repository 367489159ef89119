/** Fields of a frame that symbolication reads and changes. Missing texts are empty. */
export interface StackFrame {
  function: string
  module: string
  filename: string
  absPath: string
  /** One-based. */
  lineno: number | undefined
  /** One-based. */
  colno: number | undefined
  preContext: string[]
  contextLine: string
  postContext: string[]
  inApp: boolean
  /** Empty means the event's platform. */
  platform: string
}

/** How a file's artifacts were found. */
export type ResolvedWith = 'debug-id' | 'release'

/** Additional data stored in a resolved frame, in the protocol's `data` field. */
export interface SymbolicationData {
  symbolicated: true
  /** URL of the map; for inline maps, the frame's path. */
  sourcemap: string
  resolved_with: ResolvedWith
}

/** Reasons why a frame was left as sent. */
export const frameFaults = [
  'missing_source',
  'missing_map',
  'malformed_map',
  'invalid_location',
  'missing_source_content',
] as const
export type FrameFault = (typeof frameFaults)[number]
