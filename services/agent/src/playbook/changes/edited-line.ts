/** A line of code that was actually removed or added; lines that only moved or were reformatted don't count. */
export interface EditedLine {
  code: string
  path: string
  heading: string
  /** Index of its hunk, and of the line within the hunk. */
  hunk: number
  index: number
}

/** A line that was modified. */
export interface LinePair {
  before: EditedLine
  after: EditedLine
}
