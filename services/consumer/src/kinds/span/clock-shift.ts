import { resolveClockDrift } from '@signalbox/sentry-events'
import type { EnvelopeItemContext } from '../../pipeline/kind-pipeline.js'

/**
 * How far the SDK's clock is off.
 * @param endTime end of the transaction or span, Unix microseconds of the SDK's clock.
 * @returns milliseconds to add to its times; 0 when the clock is trusted.
 */
export function readClockShiftMs({ meta, header }: EnvelopeItemContext, endTime: number): number {
  return resolveClockDrift({ timestamp: endTime / 1_000, receivedAt: meta.receivedAt, sentAt: header.sentAt })
}
