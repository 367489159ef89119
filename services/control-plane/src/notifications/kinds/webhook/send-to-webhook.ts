import { createHmac } from 'node:crypto'
import type { SendOutcome } from '../../delivery/send-outcome.js'
import type { DeliveryServices, Sending } from '../../delivery/sending.js'
import type { ChannelSettings } from '../channel-type.js'
import { postJson } from '../post-json.js'
import { renderWebhook } from './render-webhook.js'

/** Statuses of permanent failures: the endpoint does not exist or does not understand the message. */
const finalStatuses = [400, 404, 410, 413, 422]
const secretPrefix = 'whsec_'

/** Posts JSON signed according to Standard Webhooks; any success status means that it was accepted. */
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
 * @param secret `whsec_` followed by the base64-encoded key, or any other text, which is used as the key itself.
 */
export function signWebhook(secret: string, signed: { id: string; timestamp: string; body: string }): string {
  const isEncoded = secret.startsWith(secretPrefix)
  const key = isEncoded ? Buffer.from(secret.slice(secretPrefix.length), 'base64') : Buffer.from(secret)
  const { id, timestamp, body } = signed
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
}
