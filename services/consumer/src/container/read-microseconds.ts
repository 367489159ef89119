import { parseProtocolTimestamp } from '@signalbox/sentry-events'

/** @returns Unix microseconds; undefined when the value is not a timestamp as SDKs send it, or lies before 1970. */
export function readMicroseconds(value: unknown): number | undefined {
  const milliseconds = parseProtocolTimestamp(value)
  return milliseconds === undefined ? undefined : Math.round(milliseconds * 1_000)
}
