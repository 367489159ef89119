import { limits } from '@signalbox/contracts'
import type { Exchange, Receiver } from '../../requests/exchange.js'
import type { ReceivedBody } from '../../requests/receive-body.js'
import type { Admission } from '../../sentry/admit.js'
import { sendAccepted, sendPixel } from '../../sentry/responses.js'
import { authenticate } from '../../sentry/authenticate.js'
import { isTooLarge, receiveSdkBody, refuseEmpty, type SdkDependencies } from '../../intake/receive-sdk-body.js'
import { readStoreEvent, type StoreEvent } from './read-store-event.js'

/** Base64 is a third longer than the event; the rest is headroom. */
const bytesMax = 2 * limits.envelope.eventBytesMax

/** Receives single events from old SDKs: authenticate, read, find the event id, make durable, respond with the id. */
export function createStoreReceiver(dependencies: SdkDependencies): Receiver {
  return async (exchange) => {
    const admission = await authenticate(dependencies, exchange)
    const body = await receiveSdkBody(dependencies, exchange, { bytesMax, admission })
    sendAccepted(exchange.res, await storeEvent(dependencies, exchange, admission, body))
  }
}

/** Receives single events sent as image URLs. */
export function createPixelReceiver(dependencies: SdkDependencies): Receiver {
  return async (exchange) => {
    const admission = await authenticate(dependencies, exchange)
    const packed = new URLSearchParams(exchange.query).get('sentry_data') ?? ''
    // An unescaped plus sign decodes to a space.
    const raw = Buffer.from(packed.replaceAll(' ', '+'))
    await storeEvent(dependencies, exchange, admission, { raw, inflated: raw, encoding: 'identity' })
    sendPixel(exchange.res)
  }
}

async function storeEvent(
  dependencies: SdkDependencies,
  exchange: Exchange,
  admission: Admission,
  { raw, encoding, inflated }: ReceivedBody,
): Promise<string> {
  refuseEmpty(inflated)
  const { intake } = dependencies
  let event: StoreEvent
  try {
    event = await readStoreEvent(inflated, exchange.memory)
  } catch (error) {
    throw isTooLarge(error) ? intake.refuseUnread(admission, error) : error
  }
  const eventId = event.eventId ?? dependencies.createEventId()
  const item = { index: 0, type: event.type, header: {}, payload: event.json }
  await intake.accept(exchange, admission, { form: 'store', items: [item], eventId, raw, encoding, rows: 1 })
  return eventId
}
