import type { CallInput } from '@signalbox/api-client'
import {
  limits,
  type Evidence,
  type RouteContract,
  type Static,
  type TObject,
  type TSchema,
} from '@signalbox/contracts'
import type { Clock, RecordedStep, StepUsage } from '@signalbox/service-kit'
import { abortable } from './abortable.js'
import type { Budget } from './budget.js'
import { measureJson, toJsonValue } from './canonical-json.js'
import { countRows, fitResult, showResult, type KeptResult } from './cut-result.js'
import type { EvidenceBook } from './evidence-book.js'
import {
  describeFailure,
  failureName,
  keepFailure,
  readFailures,
  RecordedFailure,
  restoreFailure,
  type KeptFailure,
} from './failures.js'
import type { QueryResult, DerivedEvidence, InvestigationStep, StepDescription } from './investigation.js'
import { createPieceRunner, finishPieces, type Pieces } from './pieces.js'
import { createQuestion, type Question } from './question.js'
import type { StartedStep } from './step-ledger.js'

/** Results are measured for all sessions of the process in turns, so that large ones don't keep requests waiting. */
const runInPieces = createPieceRunner()

/** State shared by the steps of one run of an engine. */
export interface StepSurroundings {
  readonly asOf: number
  readonly signal: AbortSignal
  readonly clock: Clock
  readonly budget: Budget
  readonly evidence: EvidenceBook
  /** Queries the API. */
  answer(question: Question): Promise<unknown>
  /**
   * Called when a step does something that isn't in its record.
   * @returns Its new number.
   * @throws ReplayDiverged in a replay.
   */
  diverge(): number
}

/** How a step's work ended. */
export type StepOutcome<T> = { ok: true; value: T } | { ok: false; error: unknown }

/** A step that was executed for the first time, or differently than recorded. */
export interface FinishedStep {
  recorded: RecordedStep
  usage: StepUsage
}

/** One step: answers from what an earlier worker recorded for as long as that lasts, and stores everything new. */
export class StepRun implements InvestigationStep {
  readonly #around: StepSurroundings
  readonly #description: StepDescription
  readonly #startedAt: number
  #number: number
  /** The recorded step being replayed; undefined if the step is new or has diverged. */
  #earlier: RecordedStep | undefined
  readonly #failures: Map<string, KeptFailure>
  readonly #derivedBefore: Evidence[]
  readonly #names = new Set<string>()
  readonly #evidence: Evidence[] = []
  readonly #results: Record<string, unknown> = {}
  readonly #usage: StepUsage = { queries: 0, inputTokens: 0, outputTokens: 0 }
  #text = ''
  #differs = false

  constructor(around: StepSurroundings, description: StepDescription, { number, earlier }: StartedStep) {
    this.#around = around
    this.#description = description
    this.#startedAt = around.clock()
    this.#number = number
    this.#earlier = earlier
    this.#failures = readFailures(earlier?.results ?? {})
    this.#derivedBefore = (earlier?.step.evidence ?? []).filter(({ query }) => query === null)
  }

  async ask<
    Params extends TObject | undefined,
    Query extends TObject | undefined,
    Body extends TSchema | undefined,
    Response extends TSchema,
  >(
    contract: RouteContract<Params, Query, Body, Response>,
    input: CallInput<Params, Query, Body>,
    summary: (answer: Static<Response>) => string,
  ): Promise<QueryResult<Static<Response>>> {
    const question = createQuestion(contract, input, this.#around.asOf)
    // The answer conforms to its contract, as with every API client.
    const summarize = (value: unknown) => summary(value as Static<Response>)
    const { evidenceId, value } = await this.#answer(question, summarize)
    return { evidenceId, value: value as Static<Response> }
  }

  derive({ summary, derivedFrom, data }: DerivedEvidence): string {
    const kept = finishPieces(keepResult(toJsonValue(data)))
    const before = this.#derivedBefore.shift()
    if (this.#earlier && before?.result_sha256 === kept.sha256) return before.evidence_id
    this.#doAnew()
    const id = this.#around.evidence.takeId()
    this.#keep({ id, kept, summary, query: null, window: null, derivedFrom })
    return id
  }

  say(text: string): void {
    this.#text = text
  }

  async record<T>(name: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    this.#takeName(name)
    const { signal, budget } = this.#around
    signal.throwIfAborted()
    const failureKey = `record ${name}`
    const failed = this.#failures.get(failureKey)
    if (this.#earlier && failed) throw restoreFailure(failed)
    // The result of `work` is JSON and had this type when it was stored.
    if (this.#earlier && Object.hasOwn(this.#earlier.results, name)) return this.#earlier.results[name] as T
    this.#doAnew()
    try {
      budget.requireTokens()
      const value = toJsonValue(await abortable(work(signal), signal))
      this.#results[name] = value
      return value as T
    } catch (error) {
      signal.throwIfAborted()
      const kept = keepFailure(error)
      this.#results[failureName(failureKey)] = kept
      throw restoreFailure(kept, error)
    }
  }

  countTokens(usage: { inputTokens: number; outputTokens: number }): void {
    this.#around.budget.countTokens(usage)
    this.#usage.inputTokens += usage.inputTokens
    this.#usage.outputTokens += usage.outputTokens
  }

  /**
   * Ends the step.
   * @returns undefined if it matched its record and there is nothing new to store.
   */
  finish(outcome: StepOutcome<unknown>): FinishedStep | undefined {
    if (this.#earlier && (this.#earlier.step.error === null) === outcome.ok) return undefined
    this.#doAnew()
    const { tool, input = {} } = this.#description
    const note = this.#differs ? 'Done again: the program has changed since this step was first recorded. ' : ''
    const { stepTextLengthMax } = limits.agentSession
    const step = {
      number: this.#number,
      tool,
      input: { ...input },
      text: (note + this.#text).slice(0, stepTextLengthMax),
      error: outcome.ok ? null : describeFailure(outcome.error).slice(0, stepTextLengthMax),
      evidence: this.#evidence.sort((a, b) => orderOf(a) - orderOf(b)),
      started_at: new Date(this.#startedAt).toISOString(),
      duration_ms: Math.max(0, Math.round(this.#around.clock() - this.#startedAt)),
    }
    return { recorded: { step, results: this.#results }, usage: this.#usage }
  }

  async #answer(question: Question, summarize: (value: unknown) => string): Promise<QueryResult<unknown>> {
    const { signal, evidence } = this.#around
    signal.throwIfAborted()
    const failed = this.#failures.get(question.key)
    if (failed) {
      if (failed.name !== 'BudgetExhausted') this.#countUse(question)
      throw restoreFailure(failed)
    }
    const known = evidence.answers.get(question.key)
    try {
      if (known === undefined) return await abortable(this.#askNow(question, summarize), signal)
      const answer = await abortable(known, signal)
      await this.#countRecordedUse(question, answer.value)
      return answer
    } catch (error) {
      signal.throwIfAborted()
      this.#keepFailure(question.key, keepFailure(error))
      throw error
    }
  }

  async #askNow(question: Question, summarize: (value: unknown) => string): Promise<QueryResult<unknown>> {
    const { budget, evidence } = this.#around
    this.#doAnew()
    budget.requireQuery()
    this.#countUse(question)
    this.#usage.queries += 1
    const evidenceId = evidence.takeId()
    const asked = this.#fetch(question, evidenceId, summarize)
    evidence.answers.set(question.key, asked)
    try {
      return await asked
    } catch (error) {
      evidence.answers.delete(question.key)
      evidence.used.delete(question.key)
      this.#keepFailure(question.key, { ...keepFailure(error), evidenceId })
      throw error
    }
  }

  async #fetch(question: Question, id: string, summarize: (value: unknown) => string): Promise<QueryResult<unknown>> {
    const answered = await this.#around.answer(question)
    const kept = await runInPieces(keepResult(answered), this.#around.signal)
    const { contract, parameters, window } = question
    this.#around.budget.countResult(kept.bytes)
    const query = { operation: contract.id, parameters }
    this.#keep({ id, kept, summary: summarize(kept.value), query, window, derivedFrom: [] })
    return { evidenceId: id, value: kept.value }
  }

  #keep({ id, kept, summary, query, window, derivedFrom }: NewEvidence): void {
    const { value, sha256, cut } = kept
    this.#evidence.push({
      evidence_id: id,
      summary: summary.slice(0, limits.agentSession.stepTextLengthMax),
      query,
      derived_from: [...derivedFrom],
      window: window && { start: new Date(window.start).toISOString(), end: new Date(window.end).toISOString() },
      row_count: countRows(value),
      result_sha256: sha256,
      data: showResult(value),
      ...(cut && { cut }),
    })
    this.#results[id] = value
    this.#around.evidence.results.set(id, value)
  }

  #keepFailure(key: string, kept: KeptFailure): void {
    if (this.#failures.has(key)) return
    this.#failures.set(key, kept)
    this.#results[failureName(key)] = kept
  }

  /** Recorded queries count once, when the engine reaches them; new ones when they are made. */
  #countUse({ key }: Question): void {
    const { budget, evidence } = this.#around
    if (evidence.used.has(key)) return
    evidence.used.add(key)
    budget.countQuery()
  }

  async #countRecordedUse(question: Question, value: unknown): Promise<void> {
    const { budget, evidence, signal } = this.#around
    if (evidence.used.has(question.key)) return
    this.#countUse(question)
    const { bytes } = await runInPieces(measureJson(value), signal)
    budget.countResult(bytes)
  }

  #takeName(name: string): void {
    if (this.#names.has(name) || /^e\d+$|^failed:/.test(name)) throw new Error(`a step cannot record ${name} (again)`)
    this.#names.add(name)
  }

  /** From here on the step diverges from its record. */
  #doAnew(): void {
    if (this.#earlier === undefined) return
    this.#number = this.#around.diverge()
    this.#earlier = undefined
    this.#differs = true
  }
}

interface NewEvidence {
  id: string
  kept: KeptResult
  summary: string
  query: Evidence['query']
  window: Question['window']
  derivedFrom: readonly string[]
}

/** @throws RecordedFailure if no part of the result can be stored. */
function* keepResult(result: unknown): Pieces<KeptResult> {
  const kept = yield* fitResult(result)
  if (kept) return kept
  throw new RecordedFailure('ResultTooLarge', 'The response is too large to be stored as evidence')
}

function orderOf({ evidence_id: id }: Evidence): number {
  return Number(id.slice(1))
}
