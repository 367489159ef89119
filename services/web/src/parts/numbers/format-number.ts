const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 })
const significant = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 })

/** 1,930; from a hundred thousand on 142K, because more digits say nothing at a glance. */
export function formatCount(value: number): string {
  return value < 100_000 ? whole.format(value) : short.format(value)
}

/** Three digits that matter: 0.0123, 18.4, 1,930. */
export function formatSignificant(value: number): string {
  return significant.format(value)
}

/** Every digit: for hover and for screen readers. */
export function formatExactly(value: number): string {
  return whole.format(value)
}

/** A ratio of 0 to 1 as `18.4 %`. What is not nothing is never shown as nothing. */
export function formatShare(ratio: number): string {
  if (ratio > 0 && ratio < 0.001) return '< 0.1 %'
  return `${significant.format(ratio * 100)} %`
}

/**
 * A probability in whole percents from ten on: more digits would claim a precision that nobody has. What is not certain is
 * never shown as certain.
 */
export function formatLikelihood(probability: number): string {
  if (probability < 0.1 || probability === 1) return formatShare(probability)
  return formatShare(Math.min(99, Math.round(probability * 100)) / 100)
}

const byteUnits = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const

/** 274 GiB. */
export function formatBytes(bytes: number): string {
  const power = Math.min(byteUnits.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10))
  return `${significant.format(bytes / 1024 ** power)} ${byteUnits[power] ?? 'B'}`
}

/** One name for one, another for all other numbers: `1 issue`, `3 issues`. */
export function countOf(value: number, one: string, many = `${one}s`): string {
  return `${formatCount(value)} ${value === 1 ? one : many}`
}
