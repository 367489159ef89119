import type { IncomingHttpHeaders } from 'node:http'

interface Place {
  /** Including the colon, as in URLs. */
  scheme: string
  host: string
  port: string
}

/** `[scheme://]host[:port][/…]`; the host may start with `*.` or be `*`. */
const patternForm = /^(?:([a-z][a-z0-9+.-]*):\/\/)?(\[[0-9a-f:.]+\]|[^:/?#\s]*)(?::(\d{1,5}|\*))?(?:[/?#].*)?$/i
const defaultPorts: ReadonlyMap<string, string> = new Map([
  ['http:', '80'],
  ['https:', '443'],
])

/**
 * Checks `Origin`, or else `Referer`, against the allowed domains of the project. Requests with neither header do not
 * come from a browser and pass. Opaque origins such as `null` require `*`.
 * @param allowedDomains Hosts, `host:port`, `*.example.com` (which includes `example.com`), each optionally with a
 * scheme, or `*`. Empty blocks all browsers.
 */
export function isOriginAllowed(headers: IncomingHttpHeaders, allowedDomains: readonly string[]): boolean {
  if (allowedDomains.includes('*')) return true
  const origin = headers.origin || headers.referer
  if (origin === undefined || origin === '') return true
  const place = readPlace(origin)
  return place !== undefined && allowedDomains.some((pattern) => matches(place, pattern))
}

function readPlace(origin: string): Place | undefined {
  if (!URL.canParse(origin)) return undefined
  const { protocol: scheme, hostname: host, port } = new URL(origin)
  return { scheme, host: host.toLowerCase(), port: port === '' ? (defaultPorts.get(scheme) ?? '') : port }
}

function matches(place: Place, pattern: string): boolean {
  const [, scheme, host = '', port] = patternForm.exec(pattern.trim().toLowerCase()) ?? []
  if (scheme !== undefined && place.scheme !== `${scheme}:`) return false
  if (port !== undefined && port !== '*' && port !== place.port) return false
  return matchesHost(place.host, host)
}

function matchesHost(host: string, pattern: string): boolean {
  if (pattern === '*') return true
  if (!pattern.startsWith('*.')) return pattern !== '' && host === pattern
  return host === pattern.slice(2) || host.endsWith(pattern.slice(1))
}
