import type { Saturation } from '@signalbox/contracts'

/** A saturation with the time as a number. */
export interface FoundSaturation extends Omit<Saturation, 'timestamp'> {
  /** Unix milliseconds. */
  atMs: number
}
