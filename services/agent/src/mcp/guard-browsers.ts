import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { ServiceError } from '@signalbox/contracts'

/**
 * Refuses what a page of another site makes a browser send, also when its name was pointed at this machine meanwhile
 * (DNS rebinding): a browser that reaches us by a name must do so by our own. Programs say nothing of an origin.
 * @param publicUrl Where the installation is reached.
 * @throws ServiceError `forged-request`
 */
export function guardBrowsers({ headers }: Pick<IncomingMessage, 'headers'>, publicUrl: string): void {
  const { origin, host = '', 'sec-fetch-site': site } = headers
  if (origin === undefined && site === undefined) return
  const ownUrl = new URL(publicUrl)
  const isOurs = origin === ownUrl.origin || (isOurName(host, ownUrl) && isSameHost(origin, host))
  if (!isOurs) throw new ServiceError('forged-request', { detail: 'The request comes from a page of another site' })
}

function isSameHost(origin: string | undefined, host: string): boolean {
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === host
}

/** Nobody can point an address, or `localhost`, somewhere else. */
function isOurName(host: string, ownUrl: URL): boolean {
  if (!URL.canParse(`http://${host}`)) return false
  const { hostname } = new URL(`http://${host}`)
  return hostname === ownUrl.hostname || hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
}
