import { limits, type OutcomeReason } from '@signalbox/contracts'
import { parseProtocolTimestamp, readClockDrift } from '@signalbox/sentry-events'
import type { EnvelopeItemContext } from '../../pipeline/kind-pipeline.js'

const { ageMsMax, aheadMsMax } = limits.session

/**
 * Reads a session's time, corrected by the offset of the SDK's clock when it sent.
 * @returns Whole Unix milliseconds, or why the session cannot be stored.
 */
export function readSessionTime(value: unknown, { meta, header }: EnvelopeItemContext): number | OutcomeReason {
  const sent = parseProtocolTimestamp(value)
  if (sent === undefined) {
    return 'invalid_session'
  }
  const time = Math.floor(sent + readClockDrift(meta.receivedAt, header.sentAt))
  if (time < meta.receivedAt - ageMsMax) {
    return 'timestamp_too_old'
  }
  return time > meta.receivedAt + aheadMsMax ? 'timestamp_in_future' : time
}
