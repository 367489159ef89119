import { nowMs } from '../support/fixed-world.js'

/** The hour before the tested service's clock, split in the middle. */
export const range = {
  start: new Date(nowMs - 3_600_000).toISOString(),
  end: new Date(nowMs).toISOString(),
}
export const parted = { ...range, split: new Date(nowMs - 1_800_000).toISOString() }
