/** A frame of a stack trace that came as text, in the words of the event payload. */
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

/** An exception of a stack trace that came as text, in the words of the event payload. */
export interface TextException {
  /** With its namespace, as the run time prints it. */
  type: string
  value: string
  /** Oldest call first. */
  frames: TextFrame[]
}

/** Reads a stack trace as a run time prints it. @returns the exceptions, the outermost last; none when it is no such text. */
export type ReadStackText = (lines: readonly string[]) => TextException[]
