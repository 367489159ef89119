import type { IncomingMessage } from 'node:http'
import { ServiceError } from '@signalbox/contracts'

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Whether the method of a request is safe, that is, changes nothing. */
export function isSafe(req: IncomingMessage): boolean {
  return safeMethods.has(req.method ?? '')
}

/**
 * Refuses cross-site requests from browsers. Browsers state the origin of a request in `Sec-Fetch-Site`, or at least in
 * `Origin`, and pages cannot forge either. Programs send neither.
 * @param publicUrl Where browsers reach the installation, if a proxy hides the address they requested.
 * @throws ServiceError `forged-request`
 */
export function checkOrigin(req: IncomingMessage, publicUrl: string | undefined): void {
  if (isSafe(req)) return
  const site = req.headers['sec-fetch-site']
  const isOwn = site === undefined ? isOwnOrigin(req, publicUrl) : site === 'same-origin'
  if (!isOwn) throw new ServiceError('forged-request', { detail: 'The request comes from a page of another site' })
}

function isOwnOrigin({ headers }: IncomingMessage, publicUrl: string | undefined): boolean {
  const { origin, host } = headers
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  return new URL(origin).host === host || (publicUrl !== undefined && origin === new URL(publicUrl).origin)
}
