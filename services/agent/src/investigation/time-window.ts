/** A stretch of time, Unix milliseconds: start inclusive, end exclusive. */
export interface TimeWindow {
  start: number
  end: number
}
