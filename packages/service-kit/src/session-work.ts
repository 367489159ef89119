import {
  MapOf,
  NullableOf,
  OneOf,
  Open,
  sessionOriginKinds,
  type SessionReport,
  type SessionStep,
} from '@signalbox/contracts'
import { Type, type Static } from 'typebox'

/** A session that a worker holds. What is written under an older token than the last claim's is refused. */
export const SessionLease = Open({ sessionId: Type.String(), token: Type.Integer() })
export type SessionLease = Static<typeof SessionLease>

/** A step with everything that is needed to do it again without asking anybody. */
export const RecordedStep = Open({
  /** Checked by whoever keeps it. */
  step: Type.Unsafe<SessionStep>({ type: 'object' }),
  /** The whole results of the step's evidence by evidence id, and what else it recorded by name. */
  results: MapOf(Type.Unknown()),
})
export type RecordedStep = Static<typeof RecordedStep>

export const ClaimedSession = Open({
  lease: SessionLease,
  organizationId: Type.String(),
  prompt: Type.String(),
  context: MapOf(Type.Unknown()),
  origin: Open({ kind: OneOf(sessionOriginKinds), id: NullableOf(Type.String()) }),
  /** Unix milliseconds. */
  createdAt: Type.Number(),
  /** When it was first claimed, Unix milliseconds: what the session takes for now, also after a crash. */
  asOf: Type.Number(),
  /** Steps that earlier workers finished, in their order, with what they recorded. */
  record: Type.Unsafe<readonly RecordedStep[]>(Type.Array(RecordedStep)),
})
export type ClaimedSession = Static<typeof ClaimedSession>

/** What a finished step spent. */
export const StepUsage = Open({
  queries: Type.Integer({ minimum: 0 }),
  inputTokens: Type.Integer({ minimum: 0 }),
  outputTokens: Type.Integer({ minimum: 0 }),
})
export type StepUsage = Static<typeof StepUsage>

/** How a worker lets go of a session. */
export const SessionTurn = Type.Union([
  /** The report is checked by whoever keeps it. */
  Open({ status: Type.Literal('completed'), report: Type.Unsafe<SessionReport>({ type: 'object' }) }),
  Open({ status: Type.Literal('failed'), reason: Type.String() }),
  /** It goes on at that time (Unix milliseconds), by whoever claims it then. */
  Open({ status: Type.Literal('waiting'), until: Type.Number() }),
])
export type SessionTurn = Static<typeof SessionTurn>

/**
 * The sessions that wait to be run, as workers see them: embedded the control plane itself, in separate
 * processes a client of it. All methods reject with `ServiceError` `unavailable` when it cannot be asked, and, but for
 * `claimSessions`, with `conflict` when the lease is lost: the worker stops then and writes nothing more.
 */
export interface SessionWork {
  /** Takes sessions that are active, due and held by nobody, the oldest first. */
  claimSessions(request: { owner: string; leaseMs: number; max: number }): Promise<ClaimedSession[]>
  /** @throws ServiceError `conflict` also when the session was cancelled. */
  renewLease(lease: SessionLease, leaseMs: number): Promise<void>
  /** Appending a step again (same number) changes nothing. */
  appendStep(lease: SessionLease, recorded: RecordedStep, usage: StepUsage): Promise<void>
  endTurn(lease: SessionLease, turn: SessionTurn): Promise<void>
  /**
   * Tells of sessions that began, ended, were let go or have a new step, so that nobody has to wait for the next look.
   * Only where the control plane is in the same process. The listener must not throw. @returns ends it.
   */
  onChange?(listener: (sessionId: string) => void): () => void
}
