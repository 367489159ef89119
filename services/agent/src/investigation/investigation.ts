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
 * What engines work with. All that comes from outside (answers of queries, of a model, the time) goes through it and
 * is recorded, so that the same engine, given the record, says the same again: that is how a session resumes after a
 * crash and how a finished one is replayed.
 */
export interface Investigation {
  readonly session: InvestigatedSession
  /** Unix milliseconds that the session takes for now: fixed when it was first claimed. Queries end here at the latest. */
  readonly asOf: number
  /** Aborts when the session is cancelled, its budget is spent or its lease is lost. */
  readonly signal: AbortSignal
  readonly budget: BudgetView
  /**
   * Does one step. Its questions become the step's evidence, and it is appended to the session, and shown to those who
   * watch, when it is done. A step that fails is appended with its error, and the error goes on.
   * @param work Deterministic apart from what it asks of `step`.
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
  /** Name of the tool; null for a step of reasoning alone. */
  tool: string | null
  input?: Readonly<Record<string, unknown>>
}

export interface InvestigationStep {
  /**
   * Asks one read-only route and keeps the whole answer as evidence. The same question asked again within the session
   * is answered from the record.
   * @param summary What the answer showed, in a sentence, made from the answer.
   * @throws ApiError when the question is refused; BudgetExhausted before asking when no query is left.
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
  ): Promise<Answer<Static<Response>>>
  /** Keeps something computed from other evidence, so that claims can rest on it. @returns its evidence id. */
  derive(evidence: DerivedEvidence): string
  /** What the agent says about the step. Of several calls the last one counts. */
  say(text: string): void
  /**
   * Does something that is not repeatable, such as asking a model, and keeps what it gave (JSON). In a replay the kept
   * value is given instead, and `work` is not called.
   */
  record<T>(name: string, work: (signal: AbortSignal) => Promise<T>): Promise<T>
  /** Adds what a model used. */
  countTokens(usage: { inputTokens: number; outputTokens: number }): void
}

export interface Answer<T> {
  evidenceId: string
  value: T
}

export interface DerivedEvidence {
  /** What it shows, in a sentence. */
  summary: string
  derivedFrom: readonly string[]
  /** JSON. */
  data: unknown
}

/** What is left. */
export interface BudgetView {
  readonly steps: number
  readonly queries: number
  readonly tokens: number
  /** Milliseconds of work, waiting not counted. */
  readonly timeMs: number
}

/** What an engine concludes. Whether its claims hold is judged by `checkReport`, not by the engine. */
export interface ReportDraft extends Omit<SessionReport, 'claims' | 'summary'> {
  /** The summary is a headline and the verified claims that its topics call for. */
  claims: readonly ClaimDraft[]
  /**
   * Set when claims of the topic `answer` answer the question, so they come before the headline. `isApart`: the question
   * was about something other than the problem.
   */
  answered?: { isApart: boolean }
  /** Set when a deployment was watched, rather than a problem investigated. */
  isWatch?: true
}

export interface ClaimDraft {
  text: string
  topic?: ClaimTopic
  /** All must hold. */
  assertion: readonly Assertion[]
}

/** How an engine's turn ends: with a conclusion, or with the wish to go on at a later time (watching a deployment). */
export type EngineOutcome = { kind: 'concluded'; draft: ReportDraft } | { kind: 'waiting'; until: number }

/** Finds out what a session asks for. Deterministic apart from what it asks of the investigation. */
export type Engine = (investigation: Investigation) => Promise<EngineOutcome>
