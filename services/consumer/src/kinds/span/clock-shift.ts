import { resolveClockDrift } from '@signalbox/sentry-events'
import type { EnvelopeItemContext } from '../../pipeline/kind-pipeline.js'

/**
 * Offset of the SDK's clock.
 * @param endTime End of the transaction or span, Unix microseconds of the SDK's clock.
 * @returns Milliseconds to add to its times; 0 if the clock is trusted.
 */
export function readClockShiftMs({ meta, header }: EnvelopeItemContext, endTime: number): number {
  return resolveClockDrift({ timestamp: endTime / 1_000, receivedAt: meta.receivedAt, sentAt: header.sentAt })
}
