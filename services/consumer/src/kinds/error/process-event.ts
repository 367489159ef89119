import type { OutcomeReason } from '@signalbox/contracts'
import type { EventRow } from '@signalbox/telemetry-store/rows'
import { isJsonObject, type EventInput, groupEvent, normalizeEvent } from '@signalbox/sentry-events'
import { toEventRow } from './row/to-row.js'

export type EventResult = { ok: true; row: EventRow } | { ok: false; reason: OutcomeReason; detail: string }

/**
 * Turns one error or message event into its row: normalize → group → row. Pure: the same input gives the same row.
 * A field of a wrong type is left out; only a payload that is no object is refused. Never throws, and takes time
 * linear in the payload, however deep it is nested.
 */
export function processEvent(input: EventInput): EventResult {
  const { payload } = input
  if (!isJsonObject(payload)) {
    return { ok: false, reason: 'invalid_event', detail: 'the payload is not a JSON object' }
  }
  const event = normalizeEvent(payload, input)
  const grouping = groupEvent(event)
  return { ok: true, row: toEventRow({ event, grouping, input }) }
}
