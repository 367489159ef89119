import { isIPv6 } from 'node:net'

const form = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(\[[0-9a-f:.]+\]|[^:/?#[\]]+)(?::(\d{1,5}|\*))?$/i
const hostName = /^(?!.*\.\.)[\p{L}\p{N}_](?:[\p{L}\p{N}_.-]*[\p{L}\p{N}_])?$/u

/**
 * Whether a text specifies allowed origins: `*`, or a host with an optional leading `*.`, scheme and port. Paths are
 * rejected: origins have none, so a path would suggest a restriction that does not exist.
 */
export function isAllowedDomain(text: string): boolean {
  const [, host, port] = form.exec(text) ?? []
  if (host === undefined) return false
  if (port !== undefined && port !== '*' && (Number(port) < 1 || Number(port) > 65_535)) return false
  if (host.startsWith('[')) return isIPv6(host.slice(1, -1))
  return host === '*' || hostName.test(host.startsWith('*.') ? host.slice(2) : host)
}
