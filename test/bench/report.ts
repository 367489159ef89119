/** One measured value; those with a baseline were taken in turn with it, in the same run. */
export interface Measurement {
  name: string
  value: number
  unit: string
  /** What the same machine did without us, in the same unit. */
  baseline?: number
  /** What is aimed at; printed beside the ratio or value. */
  aim?: string
}

export function median(values: readonly number[]): number {
  return percentile(values, 50)
}

/** The nearest-rank percentile; NaN for no values. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN
}

/** @param startedAt As `performance.now()`. */
export function perSecond(count: number, startedAt: number): number {
  return (count / (performance.now() - startedAt)) * 1_000
}
