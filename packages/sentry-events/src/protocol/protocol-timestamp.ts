import { parseTimestamp } from '@signalbox/contracts'

const US_PER_MS = 1_000
const US_PER_SECOND = 1_000_000
const MS_PER_SECOND = 1_000

/** The last moment that a Date can name. */
const timeMsMax = 8.64e15

/** Digits after the millisecond, up to the microsecond. */
const microsecondDigits = /\.\d{3}(\d{1,3})/

/** No form of a timestamp is longer. */
const textLengthMax = 64

/**
 * Reads a timestamp as SDKs send it: seconds since 1970 as a number, or RFC 3339 text; without a zone it is UTC.
 * Digits beyond microseconds are cut.
 * @returns Unix milliseconds with fraction; undefined when the value is neither or lies before 1970.
 */
export function parseProtocolTimestamp(value: unknown): number | undefined {
  if (typeof value === 'string') {
    return value.length <= textLengthMax ? parseText(value) : undefined
  }
  if (typeof value !== 'number' || !(value >= 0) || value > timeMsMax / MS_PER_SECOND) {
    return undefined
  }
  return Math.round(value * US_PER_SECOND) / US_PER_MS
}

function parseText(text: string): number | undefined {
  const milliseconds = parseTimestamp(text)
  if (milliseconds === undefined || milliseconds < 0) {
    return undefined
  }
  const digits = microsecondDigits.exec(text)?.[1] ?? ''
  return milliseconds + Number(digits.padEnd(3, '0')) / US_PER_MS
}
