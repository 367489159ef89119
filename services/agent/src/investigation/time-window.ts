/** A time window in Unix milliseconds: start inclusive, end exclusive. */
export interface TimeWindow {
  start: number
  end: number
}
