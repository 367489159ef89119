import type { IncomingMessage } from 'node:http'
import { ServiceError } from '@signalbox/contracts'

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Whether a request is one that changes nothing. */
export function isSafe(req: IncomingMessage): boolean {
  return safeMethods.has(req.method ?? '')
}

/**
 * Refuses what a page of another site makes a browser send. Browsers say in `Sec-Fetch-Site`, or at least in `Origin`,
 * where a request comes from, and pages cannot forge either. Programs say neither.
 * @param publicUrl Where browsers reach the installation, when a proxy hides the address that they asked for.
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
