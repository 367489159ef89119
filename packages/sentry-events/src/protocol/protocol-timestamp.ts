import { parseTimestamp } from '@signalbox/contracts'

const US_PER_MS = 1_000
const US_PER_SECOND = 1_000_000
const MS_PER_SECOND = 1_000

/** The latest time a Date can represent. */
const timeMsMax = 8.64e15

/** Digits after the millisecond, up to the microsecond. */
const microsecondDigits = /\.\d{3}(\d{1,3})/

/** No timestamp format is longer. */
const textLengthMax = 64

/**
 * Parses a timestamp as SDKs send it: seconds since 1970 as a number, or RFC 3339 text, in UTC if without a zone.
 * Digits beyond microseconds are dropped.
 * @returns Unix milliseconds with a fraction; undefined if the value is neither, or before 1970.
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
