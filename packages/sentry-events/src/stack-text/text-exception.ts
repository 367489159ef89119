/** A frame of a textual stack trace, in the event payload's field names. */
export interface TextFrame {
  function?: string
  module?: string
  filename?: string
  abs_path?: string
  lineno?: number
  colno?: number
  context_line?: string
  in_app: boolean
}

/** An exception of a textual stack trace, in the event payload's field names. */
export interface TextException {
  /** Including the namespace, as printed by the runtime. */
  type: string
  value: string
  /** Oldest call first. */
  frames: TextFrame[]
}

/**
 * Parses a stack trace as printed by a runtime.
 * @returns the exceptions, outermost last; empty if the text is not in this format.
 */
export type ReadStackText = (lines: readonly string[]) => TextException[]
