import type { CallInput } from '@signalbox/api-client'
import type {
  Assertion,
  ClaimTopic,
  RouteContract,
  SessionOriginKind,
  SessionReport,
  Static,
  TObject,
  TSchema,
} from '@signalbox/contracts'

/**
 * The interface engines work with. Everything from outside (query answers, model responses, the time) passes through it
 * and is recorded, so that the same engine produces the same result from the record. This is how a session resumes
 * after a crash and how a finished session is replayed.
 */
export interface Investigation {
  readonly session: InvestigatedSession
  /**
   * The session's notion of now, in Unix milliseconds, fixed when it was first claimed. Queries end at this time at the
   * latest.
   */
  readonly asOf: number
  /** Aborts when the session is cancelled, its budget is exhausted or its lease is lost. */
  readonly signal: AbortSignal
  readonly budget: BudgetView
  /**
   * Runs one step. Its queries become the step's evidence. On completion it is appended to the session and shown to
   * watchers. A failed step is appended with its error, which is then rethrown.
   * @param work Deterministic apart from its use of `step`.
   */
  step<T>(description: StepDescription, work: (step: InvestigationStep) => Promise<T>): Promise<T>
}

export interface InvestigatedSession {
  readonly id: string
  readonly organizationId: string
  readonly prompt: string
  readonly context: Readonly<Record<string, unknown>>
  readonly origin: { kind: SessionOriginKind; id: string | null }
  /** Unix milliseconds. */
  readonly createdAt: number
}

export interface StepDescription {
  /** Name of the tool; null for a step of pure reasoning. */
  tool: string | null
  input?: Readonly<Record<string, unknown>>
}

export interface InvestigationStep {
  /**
   * Calls a read-only route and stores the complete answer as evidence. A repeated query within the session is answered
   * from the record.
   * @param summary Describes in a sentence what the answer shows.
   * @throws ApiError if the API refuses the request; BudgetExhausted, before the request, if the query budget is used
   * up.
   */
  ask<
    Params extends TObject | undefined,
    Query extends TObject | undefined,
    Body extends TSchema | undefined,
    Response extends TSchema,
  >(
    contract: RouteContract<Params, Query, Body, Response>,
    input: CallInput<Params, Query, Body>,
    summary: (answer: Static<Response>) => string,
  ): Promise<QueryResult<Static<Response>>>
  /**
   * Stores a value computed from other evidence, so that claims can rest on it.
   * @returns Its evidence id.
   */
  derive(evidence: DerivedEvidence): string
  /** Sets the agent's comment on the step. The last call wins. */
  say(text: string): void
  /**
   * Performs a non-repeatable operation, such as calling a model, and stores its result (JSON). A replay returns the
   * stored result and does not call `work`.
   */
  record<T>(name: string, work: (signal: AbortSignal) => Promise<T>): Promise<T>
  /** Adds a model's token usage. */
  countTokens(usage: { inputTokens: number; outputTokens: number }): void
}

export interface QueryResult<T> {
  evidenceId: string
  value: T
}

export interface DerivedEvidence {
  /** Describes in a sentence what it shows. */
  summary: string
  derivedFrom: readonly string[]
  /** JSON. */
  data: unknown
}

/** The remaining budget. */
export interface BudgetView {
  readonly steps: number
  readonly queries: number
  readonly tokens: number
  /** Milliseconds of work, excluding waits. */
  readonly timeMs: number
}

/** An engine's conclusion. `checkReport`, not the engine, decides whether its claims hold. */
export interface ReportDraft extends Omit<SessionReport, 'claims' | 'summary'> {
  /** The summary consists of a headline and the verified claims whose topics it needs. */
  claims: readonly ClaimDraft[]
  /**
   * Set if claims of the topic `answer` answer the question; they then precede the headline. `isApart`: the question
   * was about something other than the problem.
   */
  answered?: { isApart: boolean }
  /** Change id of the deployment, if one was watched rather than a problem investigated. */
  watched?: string
}

export interface ClaimDraft {
  text: string
  topic?: ClaimTopic
  /** All must hold. */
  assertion: readonly Assertion[]
}

/** How an engine's turn ends: it has concluded, or it wants to resume later (when watching a deployment). */
export type EngineOutcome = { kind: 'concluded'; draft: ReportDraft } | { kind: 'waiting'; until: number }

/** Investigates what a session asks for. Deterministic apart from its use of the investigation. */
export type Engine = (investigation: Investigation) => Promise<EngineOutcome>
