import { limits } from '@signalbox/contracts'
import { type EventInput, isJsonObject, type JsonObject, normalizeEvent, readText } from '@signalbox/sentry-events'
import { dropped, type ItemResult, stored } from '../../batch/item-result.js'
import { toEventInput } from '../event-input.js'
import type { EnvelopeItemContext, EnvelopeItemPipeline } from '../../pipeline/kind-pipeline.js'
import { toFeedbackRow } from './feedback-row.js'

const { messageLengthMax, nameLengthMax, urlLengthMax, sourceLengthMax } = limits.feedback
const idLengthMax = 36

/** Stored fields of the context `feedback` other than the message, with their maximum lengths. */
const fieldLengths = {
  name: nameLengthMax,
  contact_email: nameLengthMax,
  url: urlLengthMax,
  source: sourceLengthMax,
  associated_event_id: idLengthMax,
  replay_id: idLengthMax,
} as const

/** User feedback. */
export const feedbackPipeline: EnvelopeItemPipeline = { quantity: () => 1, process: processFeedback }

/** Converts feedback to its row: an event whose context `feedback` contains the user's input. */
function processFeedback(payload: unknown, context: EnvelopeItemContext): ItemResult {
  return storeFeedback(toEventInput(payload, context), context)
}

/** Like `processFeedback`. The message is stored as written; everything else passes the project's scrubber. */
export function storeFeedback(input: EventInput, context: EnvelopeItemContext): ItemResult {
  const payload = isJsonObject(input.payload) ? input.payload : {}
  const contexts = isJsonObject(payload['contexts']) ? payload['contexts'] : {}
  const feedback = isJsonObject(contexts['feedback']) ? contexts['feedback'] : {}
  const message = readText(feedback['message'], messageLengthMax).trim()
  if (message === '') {
    return dropped('feedback', 1, 'invalid_feedback')
  }
  const bounded = { ...payload, contexts: { ...contexts, feedback: readFields(feedback) } }
  const event = context.rules.scrubber.scrubEvent(normalizeEvent(bounded, input))
  return stored('feedback', 1, { feedback: [toFeedbackRow({ event, message, context })] })
}

/**
 * Each field has its own maximum length, so that none uses up the total limit on contexts at the expense of another.
 */
function readFields(feedback: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(fieldLengths).map(([name, lengthMax]) => [name, readText(feedback[name], lengthMax).trim()]),
  )
}
