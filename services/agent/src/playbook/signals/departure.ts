/** When and how a series left the level it had. */
export interface Departure {
  /** Unix milliseconds of the first point of the ramp or step. */
  at: number
  direction: 'up' | 'down'
  /** Level before, in the unit of the series. */
  baseline: number
  /** Level at the end of what departed: median of what came after. */
  after: number
}

type Point = readonly [at: number, value: number]

/** Share of the points, from the first on, that are taken for normal. */
const baselineShare = 0.15
const baselinePointsMin = 4
const pointsMin = 10
/** How far beyond the baseline counts: so many deviations, that share of the level, that share of what follows. */
const beyond = { deviations: 4, ofLevel: 0.15, ofRange: 0.1 }
/** Where a ramp begins: after the last point that was so near to the baseline, in deviations or as a share of the range. */
const footDeviations = 1.5
const footShare = 0.02

/**
 * Finds the first time that a series leaves its level for good: four of five points far beyond it, walked back to the
 * foot of the ramp. @returns undefined for a series that stays, that is too short, or that moves steadily by nature
 * (a countdown, a counter).
 */
export function findDeparture(points: readonly Point[]): Departure | undefined {
  if (points.length < pointsMin) return undefined
  const moving = isSteady(points) ? undefined : points
  if (!moving) return undefined
  const size = Math.max(baselinePointsMin, Math.floor(points.length * baselineShare))
  const values = points.map(([, value]) => value)
  const level = median(values.slice(0, size))
  const spread = deviation(values.slice(0, size), level)
  const far = Math.max(beyond.deviations * spread, beyond.ofLevel * Math.abs(level), beyond.ofRange * range(values))
  if (far === 0) return undefined
  const offsets = values.map((value) => (value - level) / far)
  const first = firstLasting(offsets, size)
  if (first === undefined) return undefined
  const sign = Math.sign(offsets[first] ?? 0)
  const foot = walkBack(values, {
    first,
    level,
    sign,
    near: Math.max(footDeviations * spread, footShare * range(values)),
  })
  return {
    at: points[foot]?.[0] ?? 0,
    direction: sign > 0 ? 'up' : 'down',
    baseline: level,
    after: median(values.slice(first)),
  }
}

/** Index of the first point from where four of five points are beyond the threshold on the same side. */
function firstLasting(offsets: readonly number[], from: number): number | undefined {
  for (let index = from; index < offsets.length; index += 1) {
    const sign = Math.sign(offsets[index] ?? 0)
    if (Math.abs(offsets[index] ?? 0) < 1) continue
    const next = offsets.slice(index, index + 5)
    const far = next.filter((offset) => offset * sign >= 1).length
    if (far >= Math.min(4, next.length) && next.length >= 2) return index
  }
  return undefined
}

/** Index of the first point of the ramp that leads to `first`. */
function walkBack(
  values: readonly number[],
  { first, level, sign, near }: { first: number; level: number; sign: number; near: number },
): number {
  let foot = first
  while (foot > 0 && ((values[foot - 1] ?? level) - level) * sign > near) foot -= 1
  return foot
}

/** Whether the series moves at one pace from its first to its last point. */
function isSteady(points: readonly Point[]): boolean {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || last[0] === first[0]) return true
  const slope = (last[1] - first[1]) / (last[0] - first[0])
  const height = Math.abs(last[1] - first[1])
  if (height === 0) return false
  return points.every(([at, value]) => Math.abs(value - (first[1] + slope * (at - first[0]))) < 0.02 * height)
}

/** The middle of the values; 0 of none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? sorted.at(-1) ?? 0)) / 2
}

function deviation(values: readonly number[], level: number): number {
  return Math.sqrt(values.reduce((sum, value) => sum + (value - level) ** 2, 0) / Math.max(1, values.length))
}

function range(values: readonly number[]): number {
  let [lowest, highest] = [Infinity, -Infinity]
  for (const value of values) {
    lowest = Math.min(lowest, value)
    highest = Math.max(highest, value)
  }
  return highest - lowest
}
