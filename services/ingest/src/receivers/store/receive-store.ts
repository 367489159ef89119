import { limits } from '@signalbox/contracts'
import type { Exchange, Receiver } from '../../requests/exchange.js'
import type { ReceivedBody } from '../../requests/receive-body.js'
import type { Admission } from '../../sentry/admit.js'
import { sendAccepted, sendPixel } from '../../sentry/answer.js'
import { authenticate } from '../../sentry/authenticate.js'
import { isTooLarge, receiveSdkBody, refuseEmpty, type SdkDependencies } from '../../intake/receive-sdk-body.js'
import { readStoreEvent, type StoreEvent } from './read-store-event.js'

/** An event in base64, which is a third longer, with some space around it. */
const bytesMax = 2 * limits.envelope.eventBytesMax

/** Receives single events of old SDKs: authenticate, read, look for the event id, make durable, answer the id. */
export function createStoreReceiver(dependencies: SdkDependencies): Receiver {
  return async (exchange) => {
    const admission = await authenticate(dependencies, exchange)
    const body = await receiveSdkBody(dependencies, exchange, { bytesMax, admission })
    sendAccepted(exchange.res, await storeEvent(dependencies, exchange, admission, body))
  }
}

/** Receives single events that were sent as the address of an image. */
export function createPixelReceiver(dependencies: SdkDependencies): Receiver {
  return async (exchange) => {
    const admission = await authenticate(dependencies, exchange)
    const packed = new URLSearchParams(exchange.query).get('sentry_data') ?? ''
    // A plus sign that was not escaped reads as a space.
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
