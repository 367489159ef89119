/** What symbolication reads of a frame and what it changes. Absent texts are empty. */
export interface StackFrame {
  function: string
  module: string
  filename: string
  absPath: string
  /** Counts from 1. */
  lineno: number | undefined
  /** Counts from 1. */
  colno: number | undefined
  preContext: string[]
  contextLine: string
  postContext: string[]
  inApp: boolean
  /** Empty = that of the event. */
  platform: string
}

/** How the artifacts of a file were found. */
export type ResolvedWith = 'debug-id' | 'release'

/** What was stored in a resolved frame besides its fields, as `data` of the protocol. */
export interface SymbolicationData {
  symbolicated: true
  /** URL of the map; of inline maps the path of the frame. */
  sourcemap: string
  resolved_with: ResolvedWith
}

/** Why a frame is as it was sent. */
export const frameFaults = [
  'missing_source',
  'missing_map',
  'malformed_map',
  'invalid_location',
  'missing_source_content',
] as const
export type FrameFault = (typeof frameFaults)[number]
