import { createValidator, limits, ServiceError, SessionReport, SessionStep } from '@signalbox/contracts'
import type {
  ClaimedSession,
  Clock,
  RecordedStep,
  SessionLease,
  SessionTurn,
  SessionWork,
  StepUsage,
} from '@signalbox/service-kit'
import type { AgentSessionResultRow } from './store/agent-session-steps.js'
import type { AgentSessionRow } from './store/agent-sessions.js'
import { finishSession, type SessionEnding } from './finish-session.js'
import { makeRoomForSessions } from './make-room.js'
import { packResult } from './result-content.js'
import { readSessionRecord } from './session-record.js'
import { readStoredContext } from './session-shape.js'
import type { SessionEnd } from './session-states.js'

type Store = SessionEnding['store']

/** Dependencies of the session queue. */
export interface SessionWorkOptions extends SessionEnding {
  clock: Clock
}

/**
 * The session queue of this control plane, for workers. If two workers hold the same session, only the later one can
 * write.
 */
export function createSessionWork(options: SessionWorkOptions): SessionWork {
  const { store, clock } = options
  const { agentSessions } = store
  return {
    claimSessions: async (request) => {
      const claimed = claimDue(options, { ...request, now: clock() })
      const read = await Promise.all(claimed.map((row) => readClaimed(options, row)))
      return read.flat()
    },
    renewLease: async ({ sessionId: id, token }, leaseMs) => {
      const expiresAt = clock() + Math.min(leaseMs, limits.agentSession.leaseMsMax)
      if (!agentSessions.renew({ id, token, expires_at: expiresAt })) throw leaseLost()
      return Promise.resolve()
    },
    appendStep: (lease, recorded, usage) => appendStep(store, { lease, recorded, usage }),
    endTurn: async (lease, turn) => {
      endTurn(options, { lease, turn, now: clock() })
      return Promise.resolve()
    },
    onChange: (listener) => agentSessions.onChange(listener),
  }
}

function leaseLost(): ServiceError {
  return new ServiceError('conflict', { detail: 'The session has ended or is held by another worker' })
}

interface ClaimRequest {
  owner: string
  leaseMs: number
  max: number
  now: number
}

/**
 * A single transaction: each session goes to exactly one worker. Workers poll, so it begins only if a session is due.
 */
function claimDue(ending: SessionEnding, { owner, leaseMs, max, now }: ClaimRequest): AgentSessionRow[] {
  const { leaseMsMax, fruitlessClaimsMax } = limits.agentSession
  const expiresAt = now + Math.min(leaseMs, leaseMsMax)
  const { store } = ending
  const listDue = () => store.agentSessions.listDue({ now, leaseEndMax: now + leaseMsMax, limit: max })
  if (listDue().length === 0) return []
  return store.transact(() =>
    listDue().flatMap((session) => {
      if (session.fruitless_claims < fruitlessClaimsMax) {
        return [store.agentSessions.claim({ id: session.id, owner, now, expires_at: expiresAt })]
      }
      finishSession(ending, { session, end: { status: 'failed', reason: leaseLostTooOften }, now })
      return []
    }),
  )
}

const leaseLostTooOften =
  `The session was abandoned: ${limits.agentSession.fruitlessClaimsMax} workers in a row claimed it and ` +
  'disappeared before finishing a step'

/** A session with a corrupt record fails by itself and does not affect the others. */
async function readClaimed(options: SessionWorkOptions, session: AgentSessionRow): Promise<ClaimedSession[]> {
  try {
    return [await toClaimedSession(options.store, session)]
  } catch (error) {
    if (error instanceof ServiceError) throw error
    const end = { status: 'failed', reason: 'The recorded steps of the session can no longer be read' } as const
    finishSession(options, { session, end, now: options.clock(), leaseToken: session.lease_token })
    return []
  }
}

async function toClaimedSession(store: Store, row: AgentSessionRow): Promise<ClaimedSession> {
  return {
    lease: { sessionId: row.id, token: row.lease_token },
    organizationId: row.organization_id,
    prompt: row.prompt,
    context: readStoredContext(row),
    origin: { kind: row.origin_kind, id: row.origin_id },
    createdAt: row.created_at,
    asOf: row.as_of ?? row.created_at,
    record: await readSessionRecord(store, row.id),
  }
}

const validateStep = createValidator(SessionStep)
const validateReport = createValidator(SessionReport)

interface Appended {
  lease: SessionLease
  recorded: RecordedStep
  usage: StepUsage
}

/** Stores a step, its results and its cost together. Compression happens beforehand, to keep the transaction short. */
async function appendStep(store: Store, { lease, recorded, usage }: Appended): Promise<void> {
  const { step, results } = recorded
  if (!validateStep(step).ok) throw new ServiceError('invalid-body', { detail: 'Not a valid session step' })
  const packed: Pick<AgentSessionResultRow, 'name' | 'content'>[] = []
  // One after the other: a step may have a hundred megabytes of results.
  for (const [name, value] of Object.entries(results)) packed.push({ name, content: await packResult(value) })
  const { sessionId, token } = lease
  const hold = { id: sessionId, token }
  store.transact(() => {
    const session = store.agentSessions.findHeld(hold)
    if (!session) throw leaseLost()
    if (store.agentSessions.findStep(sessionId, step.number)) return
    store.agentSessions.insertStep({ session_id: sessionId, number: step.number, step: JSON.stringify(step) })
    for (const result of packed) {
      store.agentSessions.insertResult({ session_id: sessionId, step_number: step.number, ...result })
    }
    makeRoomForSessions(store, session.organization_id)
    const { queries, inputTokens, outputTokens } = usage
    store.agentSessions.spend({ ...hold, queries, input_tokens: inputTokens, output_tokens: outputTokens })
  })
}

interface Turn {
  lease: SessionLease
  turn: SessionTurn
  now: number
}

function endTurn(ending: SessionEnding, { lease, turn, now }: Turn): void {
  const { store } = ending
  const hold = { id: lease.sessionId, token: lease.token }
  if (turn.status === 'waiting') {
    if (!store.agentSessions.release({ ...hold, due_at: turn.until })) throw leaseLost()
    return
  }
  const end = checkEnd(turn)
  store.transact(() => {
    const session = store.agentSessions.findHeld(hold)
    if (!session) throw leaseLost()
    finishSession(ending, { session, end, now, leaseToken: lease.token })
  })
}

function checkEnd(turn: Exclude<SessionTurn, { status: 'waiting' }>): SessionEnd {
  if (turn.status === 'completed' && !validateReport(turn.report).ok) {
    throw new ServiceError('invalid-body', { detail: 'Not a valid session report' })
  }
  return turn
}
