import { createHmac } from 'node:crypto'
import type { SendOutcome } from '../../delivery/send-outcome.js'
import type { DeliveryServices, Sending } from '../../delivery/sending.js'
import type { ChannelSettings } from '../channel-type.js'
import { postJson } from '../post-json.js'
import { renderWebhook } from './render-webhook.js'

/** Statuses that say never: nothing is there, or the message is not understood. */
const finalStatuses = [400, 404, 410, 413, 422]
const secretPrefix = 'whsec_'

/** Posts JSON, signed as Standard Webhooks says; any status of success means that it was taken. */
export function sendToWebhook(
  services: DeliveryServices,
  { url = '', secret = '' }: ChannelSettings,
  sending: Sending,
): Promise<SendOutcome> {
  const { message, now } = sending
  const body = JSON.stringify(renderWebhook(message.content, now))
  const timestamp = String(Math.trunc(now / 1_000))
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Signalbox',
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signWebhook(secret, { id: message.id, timestamp, body }),
  }
  return postJson(services, sending, { url, body, headers, receiver: 'it', finalStatuses })
}

/**
 * HMAC-SHA256 over `id.timestamp.body` (Standard Webhooks, symmetric signatures).
 * @param secret `whsec_` and the key in base64, or a text that is the key.
 */
export function signWebhook(secret: string, signed: { id: string; timestamp: string; body: string }): string {
  const isEncoded = secret.startsWith(secretPrefix)
  const key = isEncoded ? Buffer.from(secret.slice(secretPrefix.length), 'base64') : Buffer.from(secret)
  const { id, timestamp, body } = signed
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
}
