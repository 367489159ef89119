import { isJsonObject, parseProtocolTimestamp } from '@signalbox/sentry-events'
import type { EventRow } from '@signalbox/telemetry-store/rows'
import { dropped, stored, type ItemResult } from '../../batch/item-result.js'
import { toEventInput } from '../event-input.js'
import type { EnvelopeItemContext, KindPipeline } from '../../pipeline/kind-pipeline.js'
import { processEvent } from './process-event.js'
import { securityPipeline } from './security/process-security-item.js'

/** Errors and messages: event items of envelopes, and what browsers report to the security endpoint. */
export const errorKind: KindPipeline = {
  envelopeItems: {
    event: { quantity: () => 1, process: processEventItem },
    raw_security: securityPipeline,
    security: securityPipeline,
  },
  batch: undefined,
}

function processEventItem(payload: unknown, context: EnvelopeItemContext): ItemResult {
  const result = processEvent(toEventInput(payload, context), context.rules)
  if (!result.ok) return dropped('error', 1, result.reason)
  return { ...stored('error', 1, { events: [result.row] }), hasOwnTimes: isTimeOf(payload, result.row) }
}

/** Whether the event has the time that it was sent with: none was missing, and no clock was corrected. */
function isTimeOf(payload: unknown, { timestamp }: EventRow): boolean {
  const sent = isJsonObject(payload) ? parseProtocolTimestamp(payload['timestamp']) : undefined
  return sent !== undefined && Math.abs(sent - timestamp) < 1
}
