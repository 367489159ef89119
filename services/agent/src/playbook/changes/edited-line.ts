/** A line of code that is really lost or new: lines that only moved or were formatted are not among them. */
export interface EditedLine {
  code: string
  path: string
  heading: string
  /** Index of its hunk, and of the line within. */
  hunk: number
  index: number
}

/** One line that became another. */
export interface LinePair {
  before: EditedLine
  after: EditedLine
}
