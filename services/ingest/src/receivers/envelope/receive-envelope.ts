import { limits } from '@signalbox/contracts'
import {
  inflateBeginning,
  parseEnvelope,
  parseEnvelopeHeader,
  readContentEncoding,
  type EnvelopeHeader,
  type EnvelopeItem,
} from '@signalbox/envelope'
import { estimateRows } from '../../sentry/submission.js'
import type { Exchange, Receiver } from '../../requests/exchange.js'
import { readBeginning } from '../../requests/read-body.js'
import { UnsupportedEncoding } from '../../requests/receive-body.js'
import { admit, checkProjectNumber } from '../../sentry/admit.js'
import { sendAccepted } from '../../sentry/responses.js'
import { ProtocolError } from '../../requests/protocol-error.js'
import { readDsn } from '../../sentry/read-dsn.js'
import { readPublicKey, readSentryAuth, type SentryAuth } from '../../sentry/read-sentry-auth.js'
import { receiveSdkBody, refuseEmpty, type SdkDependencies } from '../../intake/receive-sdk-body.js'
import { needsEventId } from '../../quotas/item-kinds.js'

const bytesMax = limits.body.envelopeBytesMax

/**
 * Receives envelopes:
 * 1. authenticate, so that strangers cost no memory; a tunnelled envelope carries its DSN inside, so its beginning is
 * read first,
 * 2. read and inflate within limits, then parse the frame but not the payloads,
 * 3. the intake stores what it accepts as one log record, with the body as received,
 * 4. respond once the record is durable.
 */
export function createEnvelopeReceiver(dependencies: SdkDependencies): Receiver {
  return async (exchange) => {
    checkProjectNumber(exchange)
    const auth = readSentryAuth(exchange.req.headers, exchange.query)
    const tunnelled = auth === undefined ? await readTunnelBeginning(exchange) : undefined
    const sender = auth ?? tunnelled?.auth
    const early = sender && (await admit(dependencies, exchange, sender))
    const { raw, encoding, inflated } = await receiveSdkBody(dependencies, exchange, {
      bytesMax,
      admission: early,
      beginning: tunnelled?.beginning,
    })
    refuseEmpty(inflated)
    const envelope = parseEnvelope(inflated)
    checkDsn(envelope.header, exchange, auth)
    const admission = early ?? (await admit(dependencies, exchange, readTunnelAuth(envelope.header)))
    const { items, header } = envelope
    refuseInternalItems(items)
    const eventId = header.eventId ?? (needsEventId(items) ? dependencies.createEventId() : undefined)
    const rows = estimateRows(envelope, inflated.length)
    const traceId = readTraceId(header)
    const submission = { form: 'envelope', items, eventId, traceId, raw, encoding, rows } as const
    await dependencies.intake.accept(exchange, admission, submission)
    sendAccepted(exchange.res, eventId)
  }
}

/** Any text will do: it only needs to be identical when the request is retried. */
function readTraceId({ fields: { trace } }: EnvelopeHeader): string | undefined {
  if (typeof trace !== 'object' || trace === null || !('trace_id' in trace)) return undefined
  return typeof trace.trace_id === 'string' ? trace.trace_id : undefined
}

/**
 * Reads just enough of a body to identify its sender.
 * @returns no sender for small uncompressed bodies: reading those completely costs no more.
 */
async function readTunnelBeginning({ req, memory }: Exchange) {
  const { firstLineBytesMax, envelopeWireBytesMax } = limits.body
  const encoding = readContentEncoding(req.headers['content-encoding'])
  if (encoding === undefined) throw new UnsupportedEncoding()
  const options = { bytesMax: envelopeWireBytesMax, memory, beginningBytes: firstLineBytesMax }
  const beginning = await readBeginning(req, options)
  const raw = Buffer.concat(beginning.pieces)
  const isCheap = beginning.isComplete && (encoding === 'identity' || raw.length === 0)
  if (isCheap) return { beginning, auth: undefined }
  // Reads one byte beyond the header limit so that an oversized header is detected.
  const header = parseEnvelopeHeader(await inflateBeginning(raw, encoding, firstLineBytesMax + 1))
  return { beginning, auth: readTunnelAuth(header) }
}

function refuseInternalItems(items: readonly EnvelopeItem[]): void {
  if (items.some(({ type }) => type === 'integration')) throw invalidEnvelope('envelope contains internal items')
}

/** The DSN is a tunnelled envelope's only authentication. */
function readTunnelAuth(header: EnvelopeHeader): SentryAuth {
  const dsn = header.dsn === undefined ? undefined : readDsn(header.dsn)
  if (dsn === undefined) throw new ProtocolError(401, 'bad envelope authentication header')
  return { publicKey: readPublicKey(dsn.publicKey), client: undefined }
}

/** Rejects an envelope whose DSN differs from the one the request was authenticated with. */
function checkDsn(header: EnvelopeHeader, { parameters: { project } }: Exchange, auth: SentryAuth | undefined): void {
  if (header.dsn === undefined) return
  const dsn = readDsn(header.dsn)
  if (dsn === undefined) {
    if (auth === undefined) return // Answered as missing authentication.
    throw invalidEnvelope('invalid envelope header', 'field `dsn` is not a DSN')
  }
  if (project !== undefined && Number(dsn.projectNumber) !== Number(project)) {
    throw invalidEnvelope('project id header mismatch between envelope and request')
  }
  if (auth !== undefined && readPublicKey(dsn.publicKey) !== auth.publicKey) {
    throw invalidEnvelope('public key header mismatch between envelope and request')
  }
}

function invalidEnvelope(...causes: string[]): ProtocolError {
  return new ProtocolError(400, 'invalid event envelope', { causes })
}
