/** Words of Sentry SDKs for a span that went well or of which nothing is known. */
const okStatuses = new Set(['ok', 'success', 'unknown', 'unknown_error', 'unset', ''])

/** Status of a Sentry span as it is stored. Absent, null and the words for unknown count as `ok`; all others are `error`. */
export function toStoredStatus(status: unknown): 'ok' | 'error' {
  return typeof status !== 'string' || okStatuses.has(status) ? 'ok' : 'error'
}
