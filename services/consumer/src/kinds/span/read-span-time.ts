import { parseTimestamp } from '@signalbox/contracts'

const US_PER_MS = 1_000
const US_PER_SECOND = 1_000_000

/** The digits after the millisecond, up to the microsecond. */
const microsecondDigits = /\.\d{3}(\d{1,3})/

/**
 * Reads a timestamp as SDKs send it: seconds since 1970 as a number, or ISO 8601 text.
 * @returns Unix microseconds, or undefined when it is neither or lies before 1970.
 */
export function readSpanTime(value: unknown): number | undefined {
  if (typeof value === 'string') {
    return readIsoMicroseconds(value)
  }
  if (typeof value !== 'number' || !(value >= 0)) {
    return undefined
  }
  const microseconds = Math.round(value * US_PER_SECOND)
  return Number.isSafeInteger(microseconds) ? microseconds : undefined
}

/** @returns Unix microseconds, or undefined when the text is no timestamp or lies before 1970. */
export function readIsoMicroseconds(text: string): number | undefined {
  const milliseconds = parseTimestamp(text)
  if (milliseconds === undefined || milliseconds < 0) {
    return undefined
  }
  const digits = microsecondDigits.exec(text)?.[1] ?? ''
  return milliseconds * US_PER_MS + Number(digits.padEnd(3, '0'))
}
