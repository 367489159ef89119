import type { IncomingHttpHeaders } from 'node:http'

/** Media type of the body in lower case, without parameters; empty if there is none. */
export function readContentType(headers: IncomingHttpHeaders): string {
  const [type = ''] = (headers['content-type'] ?? '').split(';', 1)
  return type.trim().toLowerCase()
}
