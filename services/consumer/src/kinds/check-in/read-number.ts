const textLengthMax = 32

/**
 * Numbers are sent as numbers or, from shells and query strings, as text.
 * @returns Anything else unchanged.
 */
export function readNumber(value: unknown): unknown {
  if (typeof value !== 'string' || value.length > textLengthMax || value.trim() === '') return value
  const number = Number(value)
  return Number.isFinite(number) ? number : value
}
