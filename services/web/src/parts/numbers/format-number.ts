const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 })
const significant = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 })

/** 1,930; from a hundred thousand on 142K, because more digits add nothing at a glance. */
export function formatCount(value: number): string {
  return value < 100_000 ? whole.format(value) : short.format(value)
}

/** Three significant digits: 0.0123, 18.4, 1,930. */
export function formatSignificant(value: number): string {
  return significant.format(value)
}

/** All digits, for hover and screen readers. */
export function formatExactly(value: number): string {
  return whole.format(value)
}

/** A ratio of 0 to 1 as `18.4 %`. A nonzero ratio is never displayed as zero. */
export function formatShare(ratio: number): string {
  if (ratio > 0 && ratio < 0.001) return '< 0.1 %'
  return `${significant.format(ratio * 100)} %`
}

/**
 * A probability in whole percent from ten on: more digits would suggest false precision. What is not certain is never
 * displayed as certain.
 */
export function formatLikelihood(probability: number): string {
  if (probability < 0.1 || probability === 1) return formatShare(probability)
  return formatShare(Math.min(99, Math.round(probability * 100)) / 100)
}

const byteUnits = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const

/** For example 274 GiB. */
export function formatBytes(bytes: number): string {
  const power = Math.min(byteUnits.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10))
  return `${significant.format(bytes / 1024 ** power)} ${byteUnits[power] ?? 'B'}`
}

/** Singular for one, plural for all other numbers: `1 issue`, `3 issues`. */
export function countOf(value: number, one: string, many = `${one}s`): string {
  return `${formatCount(value)} ${value === 1 ? one : many}`
}
