import { parseEnvelope, writeEnvelope, type ItemToWrite } from '@signalbox/envelope'
import { estimateRows, type Submission } from '../sentry/submission.js'

/** Wraps telemetry that arrived in another format into the envelope an SDK would have sent. */
export function writeSubmission(eventId: string | undefined, items: readonly ItemToWrite[]): Submission {
  const raw = writeEnvelope({ header: { event_id: eventId }, items })
  const envelope = parseEnvelope(raw)
  const rows = estimateRows(envelope, raw.length)
  return { form: 'envelope', items: envelope.items, eventId, raw, encoding: 'identity', rows }
}
