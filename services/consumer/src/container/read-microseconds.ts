import { parseProtocolTimestamp } from '@signalbox/sentry-events'

/** @returns Unix microseconds; undefined if the value isn't a timestamp as sent by SDKs, or is before 1970. */
export function readMicroseconds(value: unknown): number | undefined {
  const milliseconds = parseProtocolTimestamp(value)
  return milliseconds === undefined ? undefined : Math.round(milliseconds * 1_000)
}
