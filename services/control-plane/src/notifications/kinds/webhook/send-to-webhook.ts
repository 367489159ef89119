import { createHmac } from 'node:crypto'
import type { OutboundAnswer, OutboundClient } from '@signalbox/service-kit'
import type { ChannelTarget } from '../../channels/channel-settings.js'
import { toLine } from '../../messages/cut-text.js'
import { failedBy, failedWithout, type SendOutcome } from '../../delivery/send-outcome.js'
import type { Sending } from '../../delivery/sending.js'

/** Statuses that say never: nothing is there, or the message is not understood. */
const finalStatuses = [400, 404, 410, 413, 422]
const detailLengthMax = 200
const secretPrefix = 'whsec_'

/** Posts JSON, signed as Standard Webhooks says; any status of success means that it was taken. */
export async function sendToWebhook(
  outbound: OutboundClient,
  { url, secret }: Extract<ChannelTarget, { kind: 'webhook' }>,
  { message, now, signal }: Sending,
): Promise<SendOutcome> {
  const body = JSON.stringify(message.toWebhook(now))
  const timestamp = String(Math.trunc(now / 1_000))
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Signalbox',
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signWebhook(secret, { id: message.id, timestamp, body }),
  }
  try {
    const answer = await outbound.send({ url, method: 'POST', headers, body, signal })
    const detail = describe(answer)
    if (answer.status >= 200 && answer.status < 300) return { isDelivered: true, detail }
    return { ...failedBy(answer, detail, now), isFinal: finalStatuses.includes(answer.status) }
  } catch (error) {
    return failedWithout(error)
  }
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

function describe({ status, body }: OutboundAnswer): string {
  const said = toLine(body, detailLengthMax)
  return said === '' ? `it answered ${status}` : `it answered ${status}: ${said}`
}
