/**
 * `1 service`, `3 services`, `2 dependencies`.
 * @param many The plural, if it isn't formed with `s`.
 */
export function countThings(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
}

/** `a`, `a and b`, `a, b and c`. */
export function listWords(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`
}

/** The text with its first letter capitalized. */
export function capitalize(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

/** `3 services`, or `2 of 3 services` if not all were read. */
export function shareOf(read: number, all: number, one: string, many?: string): string {
  return read < all ? `${read.toLocaleString('en-US')} of ${countThings(all, one, many)}` : countThings(all, one, many)
}
