import type { FactPack } from '../../facts/fact-pack.js'

/** When the data begins, Unix milliseconds: later than the window's start if the project is young. */
export function dataStart({ window, series, logPatterns, operations }: FactPack): number {
  const firsts = [
    ...series.flatMap(({ points }) => (points[0] ? [points[0][0]] : [])),
    ...logPatterns.map(({ firstAt }) => firstAt),
  ]
  const earliest = firsts.reduce((least, at) => Math.min(least, at), Infinity)
  return Number.isFinite(earliest) && (series.length > 0 || operations.length === 0)
    ? Math.max(window.start, earliest)
    : window.start
}
