/** An event as an SDK sends it. */
export type Payload = Record<string, unknown>

/** Two events, and whether a person would call them one issue. */
export interface Pair {
  family: string
  title: string
  isSame: boolean
  left: Payload
  right: Payload
}

export interface Frame {
  function?: string
  module?: string
  package?: string
  filename?: string
  abs_path?: string
  lineno?: number
  colno?: number
  pre_context?: string[]
  context_line?: string | undefined
  in_app?: boolean
  platform?: string
}

export interface Mechanism {
  type?: string
  handled?: boolean
  synthetic?: boolean
  source?: string
  exception_id?: number
  parent_id?: number
  is_exception_group?: boolean
  meta?: Record<string, unknown>
}

export interface Exception {
  type?: string
  value?: string
  module?: string
  frames?: Frame[]
  mechanism?: Mechanism
}

/** An error event: exceptions oldest first, the main one last. */
export function errorEvent(platform: string, ...exceptions: Exception[]): Payload {
  const values = exceptions.map(({ frames, ...fields }) =>
    frames === undefined ? fields : { ...fields, stacktrace: { frames } },
  )
  return { platform, level: 'error', exception: { values } }
}

type Sides = [title: string, left: Payload, right: Payload]

/** Pairs that are one issue. */
export function same(family: string, ...pairs: Sides[]): Pair[] {
  return pairs.map(([title, left, right]) => ({ family, title, isSame: true, left, right }))
}

/** Pairs that are two issues. */
export function different(family: string, ...pairs: Sides[]): Pair[] {
  return pairs.map(([title, left, right]) => ({ family, title, isSame: false, left, right }))
}
