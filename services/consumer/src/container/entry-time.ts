import { readClockDrift, resolveClockDrift } from '@signalbox/sentry-events'
import type { OutcomeReason } from '@signalbox/contracts'
import type { EnvelopeItemContext } from '../pipeline/kind-pipeline.js'
import { readMicroseconds } from './read-microseconds.js'
import { findTimeFault } from '../pipeline/time-bounds.js'

const US_PER_MS = 1_000

export interface EntryTimeRules {
  retentionDays: number
  /** Reason for entries without a time. */
  invalid: OutcomeReason
}

/**
 * Reads the time of an entry, corrected by the offset of the SDK's clock when it sent. Times beyond the retention or
 * more than an hour ahead are rejected. Otherwise follows the protocol's clock rules.
 * @param value Seconds since 1970 as a number, or RFC 3339 text.
 * @returns Unix microseconds of our clock, or why the entry cannot be stored.
 */
export function readEntryTime(
  value: unknown,
  { meta: { receivedAt }, header: { sentAt } }: EnvelopeItemContext,
  { retentionDays, invalid }: EntryTimeRules,
): number | OutcomeReason {
  const sent = readMicroseconds(value)
  if (sent === undefined) {
    return invalid
  }
  const sentMs = sent / US_PER_MS
  const fault = findTimeFault(sentMs + readClockDrift(receivedAt, sentAt), { receivedAt, retentionDays })
  const shiftMs = resolveClockDrift({ timestamp: sentMs, receivedAt, sentAt })
  return fault ?? Math.max(0, sent + Math.round(shiftMs * US_PER_MS))
}
