import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { ServiceError } from '@signalbox/contracts'

/**
 * Refuses requests that another site's page makes a browser send, even if its name has since been pointed at this
 * machine (DNS rebinding): browsers that use a host name must use ours. Other programs send no origin.
 * @param publicUrl Public URL of the installation.
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

/** IP addresses and `localhost` cannot be pointed elsewhere. */
function isOurName(host: string, ownUrl: URL): boolean {
  if (!URL.canParse(`http://${host}`)) return false
  const { hostname } = new URL(`http://${host}`)
  return hostname === ownUrl.hostname || hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
}
