/** `0.4 ms`, `12 ms`, `1.25 s`, `3m 5s`. */
export function formatDuration(ms: number): string {
  if (ms < 10) return `${Number(ms.toFixed(1))} ms`
  if (ms < 1_000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${Number((ms / 1_000).toFixed(2))} s`
  return `${Math.floor(ms / 60_000)}m ${Math.round((ms % 60_000) / 1_000)}s`
}

/** `12.3 %`; `-` if unknown. */
export function formatPercent(percent: number | null): string {
  return percent === null ? '-' : `${percent.toFixed(1)} %`
}

/** Integers are exact; below 100,000, fractions have at most six significant digits. */
export function formatValue(value: number): string {
  return String(Math.abs(value) < 100_000 ? Number(value.toPrecision(6)) : Math.round(value))
}
