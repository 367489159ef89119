import { ServiceError } from '@signalbox/contracts'
import { EventLogError } from '@signalbox/event-log'
import type { RefusalReason } from './ingest-metrics.js'
import { toServiceError } from './receivers/batch/to-service-error.js'
import { ProtocolError } from './requests/protocol-error.js'
import { toProtocolError } from './sentry/responses.js'

const reasonsByStatus: ReadonlyMap<number, RefusalReason> = new Map([
  [400, 'invalid'],
  [401, 'unauthenticated'],
  [403, 'rejected'],
  [413, 'too_large'],
  [415, 'unsupported'],
  [429, 'rate_limited'],
  [503, 'unavailable'],
])

/** Maps an error thrown by a receiver to the reason used in metrics. */
export function refusalReasonOf(error: unknown): RefusalReason {
  if (error instanceof EventLogError && error.reason === 'full') return 'log_full'
  const answer = error instanceof ServiceError ? error : (toProtocolError(error) ?? toServiceError(error))
  const isAnswer = answer instanceof ServiceError || answer instanceof ProtocolError
  return (isAnswer ? reasonsByStatus.get(answer.status) : undefined) ?? 'internal'
}
