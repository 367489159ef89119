import type { SessionOriginKind, SessionReport, SessionStep } from '@signalbox/contracts'

/** A session that a worker holds. What is written under an older token than the last claim's is refused. */
export interface SessionLease {
  sessionId: string
  token: number
}

export interface ClaimedSession {
  lease: SessionLease
  organizationId: string
  prompt: string
  context: Readonly<Record<string, unknown>>
  origin: { kind: SessionOriginKind; id: string | null }
  /** Unix milliseconds. */
  createdAt: number
  /** When it was first claimed, Unix milliseconds: what the session takes for now, also after a crash. */
  asOf: number
  /** Steps that earlier workers finished, in their order, with what they recorded. */
  record: readonly RecordedStep[]
}

/** A step with everything that is needed to do it again without asking anybody. */
export interface RecordedStep {
  step: SessionStep
  /** The whole results of the step's evidence by evidence id, and what else it recorded by name. */
  results: Readonly<Record<string, unknown>>
}

/** What a finished step spent. */
export interface StepUsage {
  queries: number
  inputTokens: number
  outputTokens: number
}

/** How a worker lets go of a session. */
export type SessionTurn =
  | { status: 'completed'; report: SessionReport }
  | { status: 'failed'; reason: string }
  /** It goes on at that time (Unix milliseconds), by whoever claims it then. */
  | { status: 'waiting'; until: number }

/**
 * The sessions that wait to be carried out, as workers see them: embedded the control plane itself, in separate
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
