/** 0 for no values. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/**
 * Interpolates between the two nearest values.
 * @param share 0 to 1.
 * @returns 0 for no values.
 */
export function quantile(values: readonly number[], share: number): number {
  if (values.length === 0) return 0
  const parted = new Float64Array(values)
  const place = share * (parted.length - 1)
  const index = Math.floor(place)
  partAt(parted, index)
  const low = parted[index] ?? 0
  const above = parted.subarray(index + 1)
  const high = index === place ? low : above.reduce((least, value) => Math.min(least, value), Infinity)
  return low + (high - low) * (place - index)
}

/**
 * Reorders values until the one at the index is what it would be if they were sorted, with none larger before it and
 * none smaller after it: a third of the work of sorting (C. A. R. Hoare, Algorithm 65: Find, 1961).
 */
function partAt(values: Float64Array, index: number): void {
  let [from, to] = [0, values.length - 1]
  while (from < to) {
    const pivot = values[(from + to) >> 1] ?? 0
    let [left, right] = [from, to]
    while (left <= right) {
      while ((values[left] ?? pivot) < pivot) left++
      while ((values[right] ?? pivot) > pivot) right--
      if (left > right) break
      const moved = values[left] ?? 0
      values[left++] = values[right] ?? 0
      values[right--] = moved
    }
    if (index <= right) to = right
    else if (index >= left) from = left
    else return
  }
}

/**
 * Estimates the standard deviation robustly: 1.4826 times the median absolute deviation, which is consistent for a
 * normal distribution.
 */
export function robustDeviation(values: readonly number[], center = median(values)): number {
  return 1.4826 * median(values.map((value) => Math.abs(value - center)))
}

/** Differences between consecutive values. */
export function differences(values: readonly number[]): number[] {
  return values.slice(1).map((value, index) => value - (values[index] ?? value))
}

/** Maximum number of pairs compared, spread evenly over all pairs. */
const pairsMax = 4_000

/**
 * The median of the slopes between all pairs of points (H. Theil, A rank-invariant method of linear and polynomial
 * regression analysis, 1950; P. K. Sen, Estimates of the regression coefficient based on Kendall's tau, 1968).
 * @returns Change of the value per step from one point to the next.
 */
export function theilSenSlope(values: readonly number[]): number {
  const n = values.length
  const stride = Math.max(1, Math.ceil((n * n) / 2 / pairsMax))
  const slopes: number[] = []
  for (let pair = 0, from = 0; from < n; from++) {
    for (let to = from + 1; to < n; to++, pair++) {
      if (pair % stride === 0) slopes.push(((values[to] ?? 0) - (values[from] ?? 0)) / (to - from))
    }
  }
  return median(slopes)
}
