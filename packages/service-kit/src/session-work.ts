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

/** A session claimed by a worker. Writes with a token older than the latest claim's are refused. */
export const SessionLease = Open({ sessionId: Type.String(), token: Type.Integer() })
export type SessionLease = Static<typeof SessionLease>

/** A step with everything needed to replay it without external calls. */
export const RecordedStep = Open({
  /** Validated by the control plane, which stores it. */
  step: Type.Unsafe<SessionStep>({ type: 'object' }),
  /** Complete results of the step's evidence by evidence id, and other recorded values by name. */
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
  /** When the session was first claimed, Unix milliseconds: its notion of "now", also after a crash. */
  asOf: Type.Number(),
  /** Steps completed by earlier workers, in order, with their recorded results. */
  record: Type.Unsafe<readonly RecordedStep[]>(Type.Array(RecordedStep)),
})
export type ClaimedSession = Static<typeof ClaimedSession>

/** Resources used by a completed step. */
export const StepUsage = Open({
  queries: Type.Integer({ minimum: 0 }),
  inputTokens: Type.Integer({ minimum: 0 }),
  outputTokens: Type.Integer({ minimum: 0 }),
})
export type StepUsage = Static<typeof StepUsage>

/** How a worker releases a session. */
export const SessionTurn = Type.Union([
  /** The report is validated by the control plane, which stores it. */
  Open({ status: Type.Literal('completed'), report: Type.Unsafe<SessionReport>({ type: 'object' }) }),
  Open({ status: Type.Literal('failed'), reason: Type.String() }),
  /** Continues at that time (Unix milliseconds), in whichever worker claims it then. */
  Open({ status: Type.Literal('waiting'), until: Type.Number() }),
])
export type SessionTurn = Static<typeof SessionTurn>

/**
 * Sessions to run, as seen by workers. Embedded, this is the control plane itself; in separate processes, a client of
 * it. All methods reject with `ServiceError` `unavailable` if it is unreachable, and all except `claimSessions` with
 * `conflict` if the lease is lost: the worker must then stop without writing anything more.
 */
export interface SessionWork {
  /** Claims active, due sessions without an owner, oldest first. */
  claimSessions(request: { owner: string; leaseMs: number; max: number }): Promise<ClaimedSession[]>
  /** @throws ServiceError `conflict` also if the session was cancelled. */
  renewLease(lease: SessionLease, leaseMs: number): Promise<void>
  /** Idempotent per step number. */
  appendStep(lease: SessionLease, recorded: RecordedStep, usage: StepUsage): Promise<void>
  endTurn(lease: SessionLease, turn: SessionTurn): Promise<void>
  /**
   * Notifies of sessions that started, ended, were released or have a new step, so that nobody has to wait for the next
   * poll. Only available if the control plane is in the same process. The listener must not throw. @returns a function
   * that unsubscribes.
   */
  onChange?(listener: (sessionId: string) => void): () => void
}
