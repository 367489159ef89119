import { ServiceError, type Evidence } from '@signalbox/contracts'
import type { SessionStores } from './store/session-stores.js'
import { unpackResult } from './result-content.js'
import { toSessionStep } from './session-shape.js'

/** Evidence with its complete result. */
export interface FullEvidence {
  step_number: number
  evidence: Evidence
  result: unknown
}

/** @throws ServiceError `not-found` if the session has no such evidence. */
export async function readEvidence(
  { agentSessions }: Pick<SessionStores, 'agentSessions'>,
  sessionId: string,
  evidenceId: string,
): Promise<FullEvidence> {
  const kept = agentSessions.findResult(sessionId, evidenceId)
  const row = kept && agentSessions.findStep(sessionId, kept.step_number)
  const evidence = row && toSessionStep(row).evidence.find((each) => each.evidence_id === evidenceId)
  if (!evidence) throw new ServiceError('not-found', { detail: `No such evidence in the session: ${evidenceId}` })
  return { step_number: row.number, evidence, result: await unpackResult(kept.content) }
}
