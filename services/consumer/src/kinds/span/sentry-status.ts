/** Sentry statuses for a successful or unknown outcome. */
const okStatuses = new Set(['ok', 'success', 'unknown', 'unknown_error', 'unset', ''])

/** Stored status of a Sentry span. Absent, null and the words for unknown count as `ok`; all others are `error`. */
export function toStoredStatus(status: unknown): 'ok' | 'error' {
  return typeof status !== 'string' || okStatuses.has(status) ? 'ok' : 'error'
}
