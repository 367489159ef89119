/** Room above the highest value of lines, so that none runs along the edge. */
export const headroom = 1.1

/**
 * Rounds up to a suitable top of an axis.
 * @param least 1 for counts, which have no fractions on axes; 0 for shares and durations.
 */
export function niceMax(value: number, least = 1): number {
  if (value <= least) return least
  const power = 10 ** Math.floor(Math.log10(value))
  const step = [1, 1.5, 2, 3, 4, 5, 6, 8, 10].find((each) => each * power >= value) ?? 10
  return step * power
}

const stepsMs = [
  60_000, 300_000, 600_000, 900_000, 1_800_000, 3_600_000, 7_200_000, 14_400_000, 21_600_000, 43_200_000, 86_400_000,
  172_800_000, 604_800_000, 1_209_600_000,
] as const

/** At most `most` round UTC instants in a range, in Unix milliseconds. */
export function timeTicks(startMs: number, endMs: number, most: number): number[] {
  const step = stepsMs.find((each) => (endMs - startMs) / each <= most) ?? 2_592_000_000
  const first = Math.ceil(startMs / step) * step
  return Array.from({ length: Math.max(0, Math.floor((endMs - first) / step) + 1) }, (_, index) => first + index * step)
}
