/** Two decimals, as in percentages of responses. */
export function roundPercent(value: number): number {
  return Math.round(value * 100) / 100
}

/** Three decimals: microseconds of a value in milliseconds, and byte counts in GiB to the nearest mebibyte. */
export function roundThousandths(value: number): number {
  return Math.round(value * 1000) / 1000
}
