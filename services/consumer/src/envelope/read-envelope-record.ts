import { limits, type EnvelopeMeta } from '@signalbox/contracts'
import { decodeBody, parseEnvelope, type Envelope, type EnvelopeItem } from '@signalbox/envelope'
import type { LogRecord } from '@signalbox/event-log'
import { isJsonObject, readJson } from '@signalbox/sentry-events'
import { decodeStorePayload } from './store-payload.js'

/**
 * Parses a record's envelope.
 * @throws BodyError or EnvelopeError if the body cannot be read. Ingest has parsed it before, so it was damaged since.
 */
export async function readEnvelopeRecord(record: LogRecord, meta: EnvelopeMeta): Promise<Envelope> {
  const body = await decodeBody(record.value, meta.encoding, { bytesMax: limits.body.envelopeBytesMax })
  return meta.form === 'envelope' ? parseEnvelope(body) : toEnvelope(await decodeStorePayload(body))
}

/** Wraps a bare event in an envelope with one item. Without an item header, the payload determines the type. */
function toEnvelope(payload: Uint8Array): Envelope {
  const header = { eventId: undefined, dsn: undefined, sentAt: undefined, fields: {} }
  const item: EnvelopeItem = { index: 0, type: typeOfEvent(payload), header: {}, payload }
  return { header, items: [item] }
}

function typeOfEvent(payload: Uint8Array): 'event' | 'transaction' {
  const reading = readJson(payload)
  return reading.ok && isJsonObject(reading.value) && reading.value['type'] === 'transaction' ? 'transaction' : 'event'
}
