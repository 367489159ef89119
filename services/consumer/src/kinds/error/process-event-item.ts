import { isJsonObject, parseProtocolTimestamp, readEventJson, type NormalEvent } from '@signalbox/sentry-events'
import type { EventRow } from '@signalbox/telemetry-store/rows'
import { dropped, stored, type ItemResult } from '../../batch/item-result.js'
import { toEventInput } from '../event-input.js'
import type { EnvelopeItemContext, EnvelopeItemPipeline } from '../../pipeline/kind-pipeline.js'
import { finishEvent, processEvent, readEvent, type EventResult } from './process-event.js'
import { scriptsOfEvent } from './symbolicate/scripts-of-event.js'
import { symbolicateEvent } from './symbolicate/symbolicate-event.js'

/** Errors and messages. */
export const eventPipeline: EnvelopeItemPipeline = {
  read: readEventJson,
  quantity: () => 1,
  process: processEventItem,
  processWithLookups: symbolicateEventItem,
}

function processEventItem(payload: unknown, context: EnvelopeItemContext): ItemResult {
  return toItemResult(payload, processEvent(toEventInput(payload, context), context))
}

/** Frames of minified code are resolved if source maps are available. */
function symbolicateEventItem(payload: unknown, context: EnvelopeItemContext): ItemResult | Promise<ItemResult> {
  const input = toEventInput(payload, context)
  const read = readEvent(input, context.rules)
  if (!read.ok) return toItemResult(payload, read)
  const finish = (event: NormalEvent) => toItemResult(payload, finishEvent(event, input, context))
  const scripts = context.scripts === undefined ? [] : scriptsOfEvent(read.event)
  if (context.scripts === undefined || scripts.length === 0) return finish(read.event)
  const { release, dist } = read.event
  const { stacks } = context.scripts
  return context.scripts
    .load({ projectId: input.project.id, release, dist, scripts })
    .then((modules) => finish(symbolicateEvent(read.event, modules, { stacks })))
}

function toItemResult(payload: unknown, result: EventResult): ItemResult {
  if (!result.ok) return dropped('error', 1, result.reason)
  return { ...stored('error', 1, { events: [result.row] }), hasOwnTimes: isTimeOf(payload, result.row) }
}

/** True if the event's time is the one it was sent with: none was missing, and no clock was corrected. */
function isTimeOf(payload: unknown, { timestamp }: EventRow): boolean {
  const sent = isJsonObject(payload) ? parseProtocolTimestamp(payload['timestamp']) : undefined
  return sent !== undefined && Math.abs(sent - timestamp) < 1
}
