import { dayMs, minuteMs } from '@signalbox/contracts'

/**
 * Smaller differences between the clocks are attributed to the time an envelope was in transit or waited in the SDK.
 */
const driftMsMin = 55 * minuteMs
const aheadMsMax = minuteMs
const ageDaysMaxDefault = 30

/** Times in Unix milliseconds. */
export interface ClockReadings {
  /** When the event happened, by the SDK's clock. */
  timestamp: number
  /** When ingest received it, by the server's clock. */
  receivedAt: number
  /** When the SDK sent it, by its clock; undefined if it did not say. */
  sentAt: number | undefined
  /** Older events get the time of arrival. Defaults to 30, as in the protocol. */
  ageDaysMax?: number | undefined
}

/**
 * The correction for the SDK's clock at sending time; small differences are ignored.
 * @param sentAt by the SDK's clock; undefined if it did not say.
 * @returns milliseconds.
 */
export function readClockDrift(receivedAt: number, sentAt: number | undefined): number {
  const drift = sentAt === undefined ? 0 : receivedAt - sentAt
  return Math.abs(drift) >= driftMsMin ? drift : 0
}

/**
 * Determines the error of the SDK's clock. If it is off by 55 minutes or more at sending time, the difference is
 * corrected. An event that is still more than a minute ahead or too many days old gets the time of arrival.
 * @returns milliseconds to add to every time of the event; 0 if the clock is trusted.
 */
export function resolveClockDrift(readings: ClockReadings): number {
  const { timestamp, receivedAt, sentAt, ageDaysMax = ageDaysMaxDefault } = readings
  const shift = readClockDrift(receivedAt, sentAt)
  const age = receivedAt - (timestamp + shift)
  return age < -aheadMsMax || age > ageDaysMax * dayMs ? receivedAt - timestamp : shift
}

/** Shifts a time, in Unix milliseconds, rounded to the microsecond. */
export function shiftTimestamp(timestamp: number, shiftMs: number): number {
  return Math.round((timestamp + shiftMs) * 1_000) / 1_000
}
