/** One measured value; a baseline was measured alternating with it in the same run. */
export interface Measurement {
  name: string
  value: number
  unit: string
  /** The same machine's result without Signalbox, in the same unit. */
  baseline?: number
  /** The aim, printed next to the ratio or value. */
  aim?: string
}

export function median(values: readonly number[]): number {
  return percentile(values, 50)
}

/** The nearest-rank percentile; NaN if there are no values. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN
}

/** @param startedAt from `performance.now()`. */
export function perSecond(count: number, startedAt: number): number {
  return (count / (performance.now() - startedAt)) * 1_000
}
