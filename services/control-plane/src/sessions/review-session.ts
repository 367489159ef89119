import { ServiceError, toTimestamp, type SessionCorrection, type SessionReport } from '@signalbox/contracts'
import type { ApiCaller } from '@signalbox/service-kit'
import { nameOfCaller } from '../identity/name-of-caller.js'
import { readStoredReport } from './session-shape.js'
import type { AgentSessionRow } from './store/agent-sessions.js'
import type { SessionStores } from './store/session-stores.js'

/** A review of a report. */
export interface Reviewing {
  session: AgentSessionRow
  caller: ApiCaller
  /** The actual culprit; omitted if the report is confirmed. */
  correction?: Omit<SessionCorrection, 'note'>
  note: string
  /** Unix milliseconds. */
  now: number
}

/**
 * Stores people's review of a report with its session.
 * @throws ServiceError `conflict` if there is no report, or nothing in it that could be confirmed.
 */
export function reviewSession(
  stores: Pick<SessionStores, 'agentSessions' | 'apiKeys'>,
  { session, caller, correction, note, now }: Reviewing,
): void {
  const report = readStoredReport(session)
  if (report === null) throw new ServiceError('conflict', { detail: 'The session has no report' })
  const truth = correction === undefined ? confirmed(report) : corrected(correction)
  stores.agentSessions.storeReview(session.id, {
    ...truth,
    note,
    reviewed_by: nameOfCaller(stores, caller),
    reviewed_at: toTimestamp(now),
  })
}

function confirmed({ verdict, cause, first_failing_service }: SessionReport) {
  if (verdict === 'inconclusive')
    throw new ServiceError('conflict', {
      detail: 'The report names no cause to confirm: correct it instead',
    })
  return {
    outcome: 'confirmed',
    culprit: cause?.commit_sha ?? cause?.change_id ?? null,
    first_failing_service,
  } as const
}

function corrected({ culprit, first_failing_service }: Omit<SessionCorrection, 'note'>) {
  return { outcome: 'corrected', culprit, first_failing_service: first_failing_service ?? null } as const
}
