import type { OutcomeReason } from '@signalbox/contracts'
import { isJsonObject, readCount } from '@signalbox/sentry-events'
import type { SessionRow } from '@signalbox/telemetry-store/rows'
import { dropped, stored } from '../../batch/item-result.js'
import { hashToId } from '../../pipeline/hash-to-id.js'
import type { EnvelopeItemContext, EnvelopeItemPipeline } from '../../pipeline/kind-pipeline.js'
import { readSessionOrigin, readUserKey } from './session-origin.js'
import { readSessionTime } from './session-times.js'

const MS_PER_SECOND = 1_000

const statuses = new Set(['ok', 'exited', 'errored', 'unhandled', 'abnormal', 'crashed'])
const healthyStatuses = new Set(['ok', 'exited'])

const uuid = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i

/** An item of type `session`: one update of one session. */
export const sessionPipeline: EnvelopeItemPipeline = {
  quantity: () => 1,
  process: (payload, context) => {
    const row = isJsonObject(payload) ? toSessionRow(payload, context) : 'invalid_session'
    return typeof row === 'string' ? dropped('session', 1, row) : stored('session', 1, { sessions: [row] })
  },
}

function toSessionRow(
  update: Readonly<Record<string, unknown>>,
  context: EnvelopeItemContext,
): SessionRow | OutcomeReason {
  const { receivedAt } = context.meta
  const status = update['status'] ?? 'ok'
  if (typeof status !== 'string' || !statuses.has(status)) return 'invalid_session'
  const origin = readSessionOrigin(update['attrs'], context)
  if (typeof origin === 'string') return origin
  const started = readSessionTime(update['started'], context)
  if (typeof started === 'string') return started
  const updated = readSessionTime(update['timestamp'] ?? update['started'], context)
  if (typeof updated === 'string') return updated
  const errors = Math.max(readCount(update['errors']) ?? 0, status === 'crashed' ? 1 : 0)
  return {
    ...origin,
    started,
    session_id: readSessionId(update['sid']) ?? hashToId(context.itemPosition),
    user_key: readUserKey(update['did'], context),
    status: errors > 0 && healthyStatuses.has(status) ? 'errored' : status,
    is_init: update['init'] === true ? 1 : 0,
    quantity: 1,
    errors,
    duration_ms: readDurationMs(update['duration']),
    sequence: readCount(update['seq']) ?? receivedAt,
  }
}

/** @returns 32 lower-case hex digits, or undefined if the value isn't a UUID. */
function readSessionId(value: unknown): string | undefined {
  return typeof value === 'string' && uuid.test(value) ? value.replaceAll('-', '').toLowerCase() : undefined
}

/** @param seconds As sent. */
function readDurationMs(seconds: unknown): number | null {
  const duration = typeof seconds === 'number' ? seconds * MS_PER_SECOND : Number.NaN
  return Number.isFinite(duration) && duration >= 0 ? duration : null
}
