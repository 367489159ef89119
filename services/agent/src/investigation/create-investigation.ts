import { limits } from '@signalbox/contracts'
import type { ClaimedSession, Clock, RecordedStep, StepUsage } from '@signalbox/service-kit'
import { createBudget, type BudgetLimits } from './budget.js'
import { createEvidenceBook } from './evidence-book.js'
import type { InvestigatedSession, Investigation, StepDescription } from './investigation.js'
import type { Question } from './question.js'
import { StepRun, type StepOutcome, type StepSurroundings } from './run-step.js'
import { createStepBook, type StepBook } from './step-book.js'

/** What one run of an engine over a session is made from. */
export interface InvestigationSource {
  session: InvestigatedSession
  /** Unix milliseconds. */
  asOf: number
  /** Steps that earlier workers finished. */
  record: readonly RecordedStep[]
  budget: BudgetLimits
  /** Milliseconds of work that are left now. */
  timeLeftMs(): number
  clock: Clock
  signal: AbortSignal
  /** Asks the API, as the session's organization. */
  answer(question: Question): Promise<unknown>
  /** Keeps a step that was done for the first time. Rejects when the session is lost. */
  append(recorded: RecordedStep, usage: StepUsage): Promise<void>
  /**
   * Called before something is done that the record does not have; may throw to forbid it.
   * @param differs Whether the record has something else in its place.
   */
  onNew(differs: boolean): void
}

export interface RunningInvestigation {
  investigation: Investigation
  /** Whole results of all evidence so far, by id. */
  results: ReadonlyMap<string, unknown>
}

/** The investigation that an engine works with: recorded steps answer from the record, new ones are asked and kept. */
export function createInvestigation(source: InvestigationSource): RunningInvestigation {
  const { session, asOf, signal, clock, record } = source
  const steps = createStepBook(record)
  const budget = createBudget(source.budget, () => source.timeLeftMs())
  const evidence = createEvidenceBook(record)
  const around: StepSurroundings = {
    asOf,
    signal,
    clock,
    budget,
    evidence,
    answer: (question) => source.answer(question),
    diverge: () => {
      source.onNew(true)
      return steps.diverge()
    },
  }
  return {
    results: evidence.results,
    investigation: {
      session,
      asOf,
      signal,
      budget: budget.view,
      step: async (description, work) => {
        const run = beginStep({ source, steps, around }, description)
        return doStep({ run, source }, () => work(run))
      },
    },
  }
}

interface StepParts {
  source: InvestigationSource
  steps: StepBook
  around: StepSurroundings
}

function beginStep({ source, steps, around }: StepParts, description: StepDescription): StepRun {
  source.signal.throwIfAborted()
  refuseLongInput(description)
  const begun = steps.begin(description)
  if (begun.earlier === undefined) {
    source.onNew(begun.differs)
    around.budget.requireStep()
  }
  around.budget.countStep()
  return new StepRun(around, description, begun)
}

function refuseLongInput({ tool, input = {} }: StepDescription): void {
  const bytes = Buffer.byteLength(JSON.stringify(input))
  if (bytes <= limits.agentSession.stepInputBytesMax) return
  throw new Error(`the arguments of ${tool ?? 'a step'} have ${bytes} bytes`)
}

interface StepFrame {
  run: StepRun
  source: InvestigationSource
}

/** What is aborted is not kept: whoever goes on does the step again. */
async function doStep<T>({ run, source }: StepFrame, work: () => Promise<T>): Promise<T> {
  const outcome = await outcomeOf(work)
  source.signal.throwIfAborted()
  const finished = run.finish(outcome)
  if (finished) await source.append(finished.recorded, finished.usage)
  if (!outcome.ok) throw outcome.error
  return outcome.value
}

async function outcomeOf<T>(work: () => Promise<T>): Promise<StepOutcome<T>> {
  try {
    return { ok: true, value: await work() }
  } catch (error) {
    return { ok: false, error }
  }
}

/** A claimed session as engines see it. */
export function toInvestigatedSession(claimed: ClaimedSession): InvestigatedSession {
  const { lease, organizationId, prompt, context, origin, createdAt } = claimed
  return { id: lease.sessionId, organizationId, prompt, context, origin, createdAt }
}
