import type { IncomingHttpHeaders } from 'node:http'

/** The media type of a body in lower case, without parameters; empty when the request names none. */
export function readContentType(headers: IncomingHttpHeaders): string {
  const [type = ''] = (headers['content-type'] ?? '').split(';', 1)
  return type.trim().toLowerCase()
}
