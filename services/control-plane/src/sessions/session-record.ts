import type { RecordedStep } from '@signalbox/service-kit'
import type { SessionStores } from './store/session-stores.js'
import { unpackResult } from './result-content.js'
import { toSessionStep } from './session-shape.js'

/** Returns all steps of a session with their complete results: enough to replay it without running any queries. */
export async function readSessionRecord(
  { agentSessions }: Pick<SessionStores, 'agentSessions'>,
  sessionId: string,
): Promise<RecordedStep[]> {
  const rows = agentSessions.listSteps(sessionId)
  const results = new Map<number, Record<string, unknown>>()
  for (const { step_number: number, name, content } of agentSessions.listResults(sessionId)) {
    results.set(number, { ...results.get(number), [name]: await unpackResult(content) })
  }
  return rows.map((row) => ({ step: toSessionStep(row), results: results.get(row.number) ?? {} }))
}
