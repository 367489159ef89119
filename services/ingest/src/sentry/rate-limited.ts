import type { RateVerdict } from '@signalbox/service-kit'
import { formatRateLimits, longestWait, type ActiveLimit } from '../quotas/rate-limit-header.js'
import { ProtocolError } from '../requests/protocol-error.js'

const detail =
  'Sentry dropped data due to a quota or internal rate limit being reached. This will not affect your application.'

/** The response to a key over its request limit: SDKs must pause all categories. */
export function overRequestLimit({ retryAfterSeconds }: RateVerdict): ProtocolError {
  const seconds = Math.max(1, Math.ceil(retryAfterSeconds))
  return rateLimited(seconds, `${seconds}::key`)
}

/** The response when quotas refused some or all of a request. */
export function overQuota(limits: readonly ActiveLimit[]): ProtocolError {
  return rateLimited(longestWait(limits), formatRateLimits(limits))
}

function rateLimited(seconds: number, rateLimits: string): ProtocolError {
  const headers = { 'Retry-After': String(seconds), 'X-Sentry-Rate-Limits': rateLimits }
  return new ProtocolError(429, detail, { headers })
}
