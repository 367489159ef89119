import { minuteMs, limits, type OutcomeReason } from '@signalbox/contracts'
import { isJsonObject, readCount } from '@signalbox/sentry-events'
import type { SessionRow } from '@signalbox/telemetry-store/rows'
import { dropped, stored, type ItemResult } from '../../batch/item-result.js'
import type { EnvelopeItemContext, EnvelopeItemPipeline } from '../../pipeline/kind-pipeline.js'
import { readSessionOrigin, readUserKey, type SessionOrigin } from './session-origin.js'
import { readSessionTime } from './session-times.js'

/** Statuses in SDK aggregates. They are disjoint. */
const statuses = ['exited', 'errored', 'abnormal', 'unhandled', 'crashed'] as const

/** An item of type `sessions`: sessions aggregated by the SDK by the minute in which they started. */
export const sessionsPipeline: EnvelopeItemPipeline = { quantity: () => 1, process: processSessions }

/** Bad aggregates are left out; an item without a good one is dropped for the reason of the first. */
function processSessions(payload: unknown, context: EnvelopeItemContext): ItemResult {
  const { attrs, aggregates } = isJsonObject(payload) ? payload : {}
  const origin = readSessionOrigin(attrs, context)
  if (typeof origin === 'string' || !Array.isArray(aggregates)) {
    return dropped('session', 1, typeof origin === 'string' ? origin : 'invalid_session')
  }
  const results = aggregates
    .slice(0, limits.session.aggregatesMax)
    .map((aggregate: unknown) => toSessionRows(aggregate, origin, context))
  const sums = results.filter((result) => typeof result !== 'string')
  if (sums.length === 0) {
    return dropped('session', 1, results.find((result) => typeof result === 'string') ?? 'invalid_session')
  }
  return stored('session', 1, { sessions: sums.flat() })
}

/** One row for each status with sessions. */
function toSessionRows(
  aggregate: unknown,
  origin: SessionOrigin,
  context: EnvelopeItemContext,
): SessionRow[] | OutcomeReason {
  if (!isJsonObject(aggregate)) return 'invalid_session'
  const started = readSessionTime(aggregate['started'], context)
  if (typeof started === 'string') return started
  const sum = {
    ...origin,
    started: started - (started % minuteMs),
    session_id: '',
    user_key: readUserKey(aggregate['did'], context),
    is_init: 1,
    duration_ms: null,
    sequence: context.meta.receivedAt,
  }
  return statuses.flatMap((status) => {
    const quantity = readCount(aggregate[status]) ?? 0
    return quantity === 0 ? [] : [{ ...sum, status, quantity, errors: status === 'exited' ? 0 : 1 }]
  })
}
