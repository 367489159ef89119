import { limits } from '@signalbox/contracts'
import type { IngestDependencies } from '../../dependencies.js'
import type { Intake } from '../../intake/intake.js'
import type { Exchange, Receiver } from '../../requests/exchange.js'
import { receiveBody, type ReceivedBody } from '../../requests/receive-body.js'
import { admit, checkProjectNumber, type Admission } from '../../sentry/admit.js'
import { sendAccepted, sendPixel } from '../../sentry/answer.js'
import { ProtocolError } from '../../sentry/protocol-error.js'
import { readSentryAuth } from '../../sentry/read-sentry-auth.js'
import { readStoreEvent } from './read-store-event.js'

export type StoreDependencies = IngestDependencies & { intake: Intake }

/** Receives single events of old SDKs: authenticate, read, look for the event id, make durable, answer the id. */
export function createStoreReceiver(dependencies: StoreDependencies): Receiver {
  return async (exchange) => {
    const admission = await authenticate(dependencies, exchange)
    const { bytesMax, inflatedBytesMax } = {
      bytesMax: limits.body.envelopeWireBytesMax,
      inflatedBytesMax: bodyBytesMax,
    }
    const { metrics } = dependencies
    const body = await receiveBody(exchange.req, { bytesMax, inflatedBytesMax, memory: exchange.memory, metrics })
    sendAccepted(exchange.res, await storeEvent(dependencies, exchange, admission, body))
  }
}

/** Receives single events that were sent as the address of an image. */
export function createPixelReceiver(dependencies: StoreDependencies): Receiver {
  return async (exchange) => {
    const admission = await authenticate(dependencies, exchange)
    const packed = new URLSearchParams(exchange.query).get('sentry_data') ?? ''
    // A plus sign that was not escaped reads as a space.
    const raw = Buffer.from(packed.replaceAll(' ', '+'))
    await storeEvent(dependencies, exchange, admission, { raw, inflated: raw, encoding: 'identity' })
    sendPixel(exchange.res)
  }
}

/** An event in base64, which is a third longer, with some space around it. */
const bodyBytesMax = 2 * limits.envelope.eventBytesMax

async function authenticate(dependencies: StoreDependencies, exchange: Exchange): Promise<Admission> {
  checkProjectNumber(exchange)
  const auth = readSentryAuth(exchange.req.headers, exchange.query)
  if (auth === undefined) throw new ProtocolError(401, 'missing authorization information')
  return admit(dependencies, exchange, auth)
}

async function storeEvent(
  dependencies: StoreDependencies,
  exchange: Exchange,
  admission: Admission,
  body: ReceivedBody,
): Promise<string> {
  if (body.inflated.length === 0) throw new ProtocolError(400, 'empty request body')
  const event = await readStoreEvent(body.inflated, exchange.memory)
  const eventId = event.eventId ?? dependencies.createEventId()
  const item = { index: 0, type: event.isTransaction ? 'transaction' : 'event', header: {}, payload: event.json }
  const { raw, encoding } = body
  await dependencies.intake.accept(exchange, admission, {
    form: 'store',
    items: [item],
    eventId,
    raw,
    encoding,
    rows: 1,
  })
  return eventId
}
