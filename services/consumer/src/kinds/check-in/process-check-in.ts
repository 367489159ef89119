import { limits, readEventId } from '@signalbox/contracts'
import { cleanText, isJsonObject, normalizeEvent } from '@signalbox/sentry-events'
import { dropped, stored, type ItemResult } from '../../batch/item-result.js'
import { toEventInput } from '../event-input.js'
import type { EnvelopeItemContext, EnvelopeItemPipeline } from '../../pipeline/kind-pipeline.js'
import { readMonitorConfig } from './monitor-config.js'
import { readNumber } from './read-number.js'

const statuses: readonly unknown[] = ['in_progress', 'ok', 'error']
const environmentDefault = 'production'
const MS_PER_SECOND = 1_000

/** Check-ins of monitors. */
export const checkInPipeline: EnvelopeItemPipeline = { quantity: () => 1, process: processCheckIn }

/**
 * Converts a check-in to its row, with its receive time, since check-ins carry no time. Invalid without a monitor name,
 * or with a status other than `in_progress`, `ok` and `error`; any other bad field is left out.
 */
function processCheckIn(payload: unknown, context: EnvelopeItemContext): ItemResult {
  const { meta, fallbackEventId } = context
  const fields = isJsonObject(payload) ? payload : {}
  const slug = readSlug(fields['monitor_slug'])
  const { status } = fields
  if (slug === '' || typeof status !== 'string' || !statuses.includes(status)) {
    return dropped('check_in', 1, 'invalid_check_in')
  }
  const config = readMonitorConfig(fields['monitor_config'])
  const { environment, release, contexts } = fields
  const event = normalizeEvent({ environment, release, contexts }, toEventInput(payload, context))
  const row = {
    organization_id: meta.organizationId,
    project_id: meta.project.id,
    monitor_slug: slug,
    environment: event.environment || environmentDefault,
    timestamp: meta.receivedAt,
    check_in_id: readCheckInId(fields['check_in_id']) ?? fallbackEventId,
    status,
    duration_ms: readDurationMs(fields['duration']),
    release: event.release,
    trace_id: event.traceId,
    monitor_config: config === undefined ? '' : JSON.stringify(config),
    received_at: meta.receivedAt,
  }
  return stored('check_in', 1, { check_ins: [row] })
}

/** Characters that break lines and columns, and whitespace, become one dash. */
const separators = /[\p{Cc}\p{Z}]+/gu

function readSlug(value: unknown): string {
  if (typeof value !== 'string') return ''
  const slug = cleanText(value, 2 * limits.checkIn.slugLengthMax)
    .replace(separators, ' ')
    .trim()
    .replaceAll(' ', '-')
  return cleanText(slug, limits.checkIn.slugLengthMax)
}

/** UUID notations other than the plain and the dashed one: in braces, or as a URN. */
const wrappedUuid = /^(?:urn:uuid:([0-9a-f-]{32,36})|\{([0-9a-f-]{32,36})\})$/i

function readCheckInId(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  const wrapped = wrappedUuid.exec(text)
  return readEventId(wrapped?.[1] ?? wrapped?.[2] ?? text)
}

/**
 * Seconds on the wire.
 * @returns Milliseconds, rounded to the microsecond because further digits are artifacts of the multiplication; null if
 * absent or not a duration.
 */
function readDurationMs(value: unknown): number | null {
  const seconds = readNumber(value)
  if (typeof seconds !== 'number' || !(seconds >= 0)) return null
  const ms = Math.round(seconds * MS_PER_SECOND * 1_000) / 1_000
  return Number.isFinite(ms) ? ms : null
}
