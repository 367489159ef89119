import { dayMs, hourMs, minuteMs, secondMs } from './time.js'

/** Duration units in milliseconds. */
export const sinceUnitMs: ReadonlyMap<string, number> = new Map([
  ['s', secondMs],
  ['m', minuteMs],
  ['h', hourMs],
  ['d', dayMs],
  ['w', 7 * dayMs],
])
const written = /^([1-9]\d{0,6})([smhdw])$/

/** How far back to look, as a value of the parameter `since`: `90m`, `24h`, `3d`. */
export type Since = `${number}${'s' | 'm' | 'h' | 'd' | 'w'}`

/** @returns milliseconds; undefined if the text is not such a duration. */
export function parseSince(text: string): number | undefined {
  const [, amount, unit = ''] = written.exec(text) ?? []
  const length = sinceUnitMs.get(unit)
  return length === undefined ? undefined : Number(amount) * length
}

export function isSince(value: unknown): value is Since {
  return typeof value === 'string' && parseSince(value) !== undefined
}

/**
 * Returns example durations within a range, to show that values between the listed ones work. @param words The listed
 * values.
 */
export function examplesWithin(words: readonly string[]): Since[] {
  const lengths = words.map((word) => parseSince(word) ?? Number.NaN)
  const [least, most] = [Math.min(...lengths), Math.max(...lengths)]
  return (['90m', '3d'] as const).filter((example) => {
    const length = sinceMsOf(example)
    return length > least && length < most
  })
}

/** Milliseconds of a duration. @throws RangeError if it is not one. */
export function sinceMsOf(since: Since): number {
  const length = parseSince(since)
  if (length === undefined) throw new RangeError(`${since} is not a duration`)
  return length
}
