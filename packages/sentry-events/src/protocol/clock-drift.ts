import { dayMs, minuteMs } from '@signalbox/contracts'

/** Smaller differences between the clocks are the time an envelope was under way or waited in the SDK. */
const driftMsMin = 55 * minuteMs
const aheadMsMax = minuteMs
const ageDaysMaxDefault = 30

/** Times in Unix milliseconds. */
export interface ClockReadings {
  /** When the event happened, by the SDK's clock. */
  timestamp: number
  /** When ingest took it in, by ours. */
  receivedAt: number
  /** When the SDK sent it, by its clock; undefined when it did not say. */
  sentAt: number | undefined
  /** Older events are taken to have happened when they came. Default 30, as the protocol has it. */
  ageDaysMax?: number | undefined
}

/**
 * What to add to the SDK's times because its clock was off when it sent: smaller differences are trusted.
 * @param sentAt by the SDK's clock; undefined when it did not say.
 * @returns milliseconds.
 */
export function readClockDrift(receivedAt: number, sentAt: number | undefined): number {
  const drift = sentAt === undefined ? 0 : receivedAt - sentAt
  return Math.abs(drift) >= driftMsMin ? drift : 0
}

/**
 * How far the SDK's clock is off. One that is off by 55 minutes or more when sending is corrected by the difference;
 * an event that then still lies more than a minute ahead or too many days back is taken to have happened when it came.
 * @returns milliseconds to add to every time of the event; 0 when the clock is trusted.
 */
export function resolveClockDrift(readings: ClockReadings): number {
  const { timestamp, receivedAt, sentAt, ageDaysMax = ageDaysMaxDefault } = readings
  const shift = readClockDrift(receivedAt, sentAt)
  const age = receivedAt - (timestamp + shift)
  return age < -aheadMsMax || age > ageDaysMax * dayMs ? receivedAt - timestamp : shift
}

/** A time corrected by a difference, in Unix milliseconds to the microsecond. */
export function shiftTimestamp(timestamp: number, shiftMs: number): number {
  return Math.round((timestamp + shiftMs) * 1_000) / 1_000
}
