const textLengthMax = 32

/** Numbers come as numbers or, from shells and query strings, as text. @returns anything else as it is. */
export function readNumber(value: unknown): unknown {
  if (typeof value !== 'string' || value.length > textLengthMax || value.trim() === '') return value
  const number = Number(value)
  return Number.isFinite(number) ? number : value
}
