import { limits } from '@signalbox/contracts'
import { BodyError, checkEnvelopeLimits, parseEnvelope, type Envelope, type EnvelopeHeader } from '@signalbox/envelope'
import { EventLogError } from '@signalbox/event-log'
import type { IngestDependencies } from '../../dependencies.js'
import type { RefusedItems, Refusal } from '../../refused-items/refused-items.js'
import type { Exchange, Receiver } from '../../requests/exchange.js'
import { receiveBody, type ReceivedBody } from '../../requests/receive-body.js'
import { admit, checkProjectNumber, rateLimited, type Admission } from '../../sentry/admit.js'
import { sendAccepted } from '../../sentry/answer.js'
import { appendRecord } from '../../sentry/append-record.js'
import { ProtocolError } from '../../sentry/protocol-error.js'
import { readDsn } from '../../sentry/read-dsn.js'
import { readPublicKey, readSentryAuth, type SentryAuth } from '../../sentry/read-sentry-auth.js'
import { kindOfItem, needsEventId, quantityOfItem } from './item-kinds.js'

export interface EnvelopeDependencies extends IngestDependencies {
  refusedItems: RefusedItems
}

type Reason = Pick<Refusal, 'outcome' | 'reason'>

/** Inflated bytes that become about one row. */
const bytesPerRow = 1_000

/**
 * Receives envelopes:
 * 1. authenticate, so that strangers cost no memory; a tunnelled envelope has its DSN inside and is read first,
 * 2. read and inflate within limits, read the frame; payloads are not parsed,
 * 3. refuse what is over the rate limit or the size limits, counted by kind,
 * 4. one log record with the body as it came, and the answer when it is durable.
 */
export function createEnvelopeReceiver(dependencies: EnvelopeDependencies): Receiver {
  return async (exchange) => {
    checkProjectNumber(exchange)
    const auth = readSentryAuth(exchange.req.headers, exchange.query)
    const early = auth && (await admit(dependencies, exchange, auth))
    const body = await receiveEnvelopeBody(dependencies, exchange, early)
    const envelope = parseEnvelope(body.inflated)
    checkDsn(envelope.header, exchange, auth)
    const admission = early ?? (await admit(dependencies, exchange, readTunnelAuth(envelope.header)))
    checkAdmissible(dependencies, admission, envelope)
    const eventId = await store(dependencies, exchange, admission, { body, envelope })
    sendAccepted(exchange.res, eventId)
  }
}

async function receiveEnvelopeBody(
  { metrics, refusedItems }: EnvelopeDependencies,
  { req, memory }: Exchange,
  admission: Admission | undefined,
): Promise<ReceivedBody> {
  try {
    const body = await receiveBody(req, {
      bytesMax: limits.body.envelopeWireBytesMax,
      inflatedBytesMax: limits.body.envelopeBytesMax,
      memory,
      metrics,
    })
    if (body.inflated.length === 0) throw new ProtocolError(400, 'empty request body')
    return body
  } catch (error) {
    if (!admission || !(error instanceof BodyError) || error.reason !== 'too-large') throw error
    // What is inside is not known: it counts as one.
    const isLimited = admission.rate.exceeded
    refusedItems.count({ ...ownerOf(admission), kind: 'unknown', quantity: 1, ...(isLimited ? overRate : overSize) })
    throw isLimited ? rateLimited(admission.rate) : error
  }
}

const overRate: Reason = { outcome: 'rate_limited', reason: 'key_rate_limit' }
const overSize: Reason = { outcome: 'dropped', reason: 'too_large' }
const notQueued: Reason = { outcome: 'dropped', reason: 'log_full' }

function checkAdmissible({ refusedItems }: EnvelopeDependencies, admission: Admission, envelope: Envelope): void {
  if (envelope.items.some(({ type }) => type === 'integration')) {
    throw new ProtocolError(400, 'invalid event envelope', { causes: ['envelope contains internal items'] })
  }
  if (admission.rate.exceeded) {
    countRefused(refusedItems, admission, envelope, overRate)
    throw rateLimited(admission.rate)
  }
  const breach = checkEnvelopeLimits(envelope)
  if (breach === undefined) return
  countRefused(refusedItems, admission, envelope, overSize)
  throw new ProtocolError(413, breach.detail)
}

async function store(
  dependencies: EnvelopeDependencies,
  exchange: Exchange,
  admission: Admission,
  { body, envelope }: { body: ReceivedBody; envelope: Envelope },
): Promise<string | undefined> {
  const { items, header } = envelope
  const eventId = header.eventId ?? (needsEventId(items) ? dependencies.createEventId() : undefined)
  const rows = Math.max(1, items.length + Math.floor(body.inflated.length / bytesPerRow))
  try {
    await appendRecord(dependencies, exchange, admission, {
      form: 'envelope',
      eventId,
      raw: body.raw,
      encoding: body.encoding,
      rows,
    })
  } catch (error) {
    if (error instanceof EventLogError) countRefused(dependencies.refusedItems, admission, envelope, notQueued)
    throw error
  }
  for (const item of items) dependencies.metrics.countItems(kindOfItem(item), 'accepted', quantityOfItem(item))
  return eventId
}

function countRefused(refusedItems: RefusedItems, admission: Admission, envelope: Envelope, reason: Reason): void {
  const owner = ownerOf(admission)
  for (const item of envelope.items) {
    refusedItems.count({ ...owner, kind: kindOfItem(item), quantity: quantityOfItem(item), ...reason })
  }
}

function ownerOf({ owner }: Admission) {
  return { organizationId: owner.organizationId, projectId: owner.project.id }
}

/** A tunnelled envelope: its DSN is the only authentication. */
function readTunnelAuth(header: EnvelopeHeader): SentryAuth {
  const dsn = header.dsn === undefined ? undefined : readDsn(header.dsn)
  if (dsn === undefined) throw new ProtocolError(401, 'bad envelope authentication header')
  return { publicKey: readPublicKey(dsn.publicKey), client: undefined }
}

/** The DSN of the envelope must be that of the request. */
function checkDsn(header: EnvelopeHeader, { projectNumber }: Exchange, auth: SentryAuth | undefined): void {
  if (header.dsn === undefined) return
  const dsn = readDsn(header.dsn)
  if (dsn === undefined) {
    if (auth === undefined) return // Answered as missing authentication.
    throw invalidEnvelope('invalid envelope header', 'field `dsn` is not a DSN')
  }
  if (projectNumber !== undefined && Number(dsn.projectNumber) !== Number(projectNumber)) {
    throw invalidEnvelope('project id header mismatch between envelope and request')
  }
  if (auth !== undefined && readPublicKey(dsn.publicKey) !== auth.publicKey) {
    throw invalidEnvelope('public key header mismatch between envelope and request')
  }
}

function invalidEnvelope(...causes: string[]): ProtocolError {
  return new ProtocolError(400, 'invalid event envelope', { causes })
}
