import {
  createValidator,
  FreeObject,
  type SessionCreated,
  type SessionDetail,
  SessionReport,
  SessionReview,
  SessionStep,
  type SessionSummary,
  type SessionUsage,
  toTimestamp,
  type Validator,
} from '@signalbox/contracts'
import type { AgentSessionStepRow } from './store/agent-session-steps.js'
import type { AgentSessionRow } from './store/agent-sessions.js'
import type { SessionStores } from './store/session-stores.js'

const validateContext = createValidator(FreeObject('Context'))
const validateReport = createValidator(SessionReport)
const validateReview = createValidator(SessionReview)
const validateStep = createValidator(SessionStep)

export function toSessionCreated(row: AgentSessionRow): SessionCreated {
  return {
    session_id: row.id,
    status: row.status,
    created_at: toTimestamp(row.created_at),
    url: `/agents/${row.id}`,
  }
}

export function toSessionSummary(row: AgentSessionRow): SessionSummary {
  return {
    ...toSessionCreated(row),
    prompt: row.prompt,
    origin: { kind: row.origin_kind, id: row.origin_id },
    ended_at: row.ended_at === null ? null : toTimestamp(row.ended_at),
    verdict: row.verdict,
    ...(row.review !== null && { review: readStored(validateReview, JSON.parse(row.review)) }),
  }
}

/** @param now Unix milliseconds: determines the duration of an active session. */
export function readSessionDetail(
  { agentSessions }: Pick<SessionStores, 'agentSessions'>,
  row: AgentSessionRow,
  now: number,
): SessionDetail {
  const steps = agentSessions.listSteps(row.id).map(toSessionStep)
  return {
    ...toSessionSummary(row),
    context: readStoredContext(row),
    report: readStoredReport(row),
    ...(row.failure !== null && { failure: row.failure }),
    steps,
    usage: toUsage(row, steps.length, now),
  }
}

/** @returns null until the session is completed. */
export function readStoredReport({ report }: Pick<AgentSessionRow, 'report'>): SessionReport | null {
  return report === null ? null : readStored(validateReport, JSON.parse(report))
}

/** Returns the context that the session was started with. */
export function readStoredContext({ context }: AgentSessionRow): Record<string, unknown> {
  return readStored(validateContext, JSON.parse(context))
}

/** Returns a step as the API does: with the first rows of its evidence. */
export function toSessionStep({ step }: Pick<AgentSessionStepRow, 'step'>): SessionStep {
  return readStored(validateStep, JSON.parse(step))
}

/** @throws Error if the stored value is not in this version's format. */
function readStored<T>(validate: Validator<T>, kept: unknown): T {
  const result = validate(kept)
  if (result.ok) return result.value
  throw new Error(`an agent session is stored in an invalid format: ${result.faults[0]?.pointer ?? ''}`)
}

function toUsage(row: AgentSessionRow, steps: number, now: number): SessionUsage {
  return {
    steps,
    queries: row.query_count,
    input_tokens: row.input_tokens,
    output_tokens: row.output_tokens,
    duration_ms: Math.max(0, (row.ended_at ?? now) - row.created_at),
  }
}
