import { limits } from '@signalbox/contracts'
import type { ClaimedSession, Clock, RecordedStep, StepUsage } from '@signalbox/service-kit'
import { createBudget, type BudgetLimits } from './budget.js'
import { createEvidenceBook } from './evidence-book.js'
import type { InvestigatedSession, Investigation, StepDescription } from './investigation.js'
import type { Question } from './question.js'
import { StepRun, type StepOutcome, type StepSurroundings } from './run-step.js'
import { createStepLedger, type StepLedger } from './step-ledger.js'

/** Inputs of one run of an engine over a session. */
export interface InvestigationSource {
  session: InvestigatedSession
  /** Unix milliseconds. */
  asOf: number
  /** Steps finished by earlier workers. */
  record: readonly RecordedStep[]
  budget: BudgetLimits
  /** Milliseconds of work left now. */
  timeLeftMs(): number
  clock: Clock
  signal: AbortSignal
  /** Queries the API on behalf of the session's organization. */
  answer(question: Question): Promise<unknown>
  /** Stores a step that was executed for the first time. Rejects if the session is lost. */
  append(recorded: RecordedStep, usage: StepUsage): Promise<void>
  /**
   * Called before doing anything that isn't in the record; may throw to forbid it.
   * @param differs True if the record has something else in its place.
   */
  onNew(differs: boolean): void
}

export interface RunningInvestigation {
  investigation: Investigation
  /** Complete results of all evidence so far, by id. */
  results: ReadonlyMap<string, unknown>
}

/**
 * Creates the investigation that an engine works with: recorded steps are answered from the record, new ones are
 * executed and stored.
 */
export function createInvestigation(source: InvestigationSource): RunningInvestigation {
  const { session, asOf, signal, clock, record } = source
  const steps = createStepLedger(record)
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
  steps: StepLedger
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

/** An aborted step isn't stored: the next worker repeats it. */
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

/** Converts a claimed session to the form engines see. */
export function toInvestigatedSession(claimed: ClaimedSession): InvestigatedSession {
  const { lease, organizationId, prompt, context, origin, createdAt } = claimed
  return { id: lease.sessionId, organizationId, prompt, context, origin, createdAt }
}
