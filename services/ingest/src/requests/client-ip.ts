import type { IncomingMessage } from 'node:http'

const addressLengthMax = 64

/**
 * Address of the sender.
 * @param trustProxy Whether the first address of X-Forwarded-For counts.
 * @returns undefined when the connection is gone and nothing else names it.
 */
export function readClientIp(req: IncomingMessage, trustProxy: boolean): string | undefined {
  const forwarded = trustProxy ? req.headers['x-forwarded-for'] : undefined
  const list = Array.isArray(forwarded) ? forwarded.join(',') : (forwarded ?? '')
  const first = list.split(',', 1)[0]?.trim() ?? ''
  const address = first === '' ? req.socket.remoteAddress : first
  // IPv4 on a dual-stack socket.
  return address?.replace(/^::ffff:/, '').slice(0, addressLengthMax)
}
