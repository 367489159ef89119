import type { RecordedStep } from '@signalbox/service-kit'
import type { BudgetLimits } from './budget.js'
import { createInvestigation, type RunningInvestigation } from './create-investigation.js'
import { ReplayDiverged } from './failures.js'
import type { InvestigatedSession, Investigation } from './investigation.js'

/** Everything needed to replay a session offline. */
export interface SessionRecord {
  session: InvestigatedSession
  /** Unix milliseconds. */
  asOf: number
  steps: readonly RecordedStep[]
}

/**
 * Creates an investigation of a finished session that answers from the record alone. Anything missing from the record
 * makes it reject with `ReplayDiverged`, and so does everything after that, even if the engine carries on. The complete
 * results are those of `resultsOf(record.steps)`.
 * @param budget The session's budget, for engines that check what is left.
 */
export function createReplay(record: SessionRecord, budget: BudgetLimits = unlimited): Investigation {
  const { source, refuse } = answerFromRecord(record, budget)
  return createInvestigation({ ...source, append: refuse, onNew: refuse }).investigation
}

/**
 * Creates an investigation for rerunning a session with another version of the engine: its queries must be in the
 * record, but it may interpret the answers differently. Derived evidence is in the results returned with it.
 */
export function createRedo(record: SessionRecord): RunningInvestigation {
  const { source } = answerFromRecord(record, unlimited)
  return createInvestigation({ ...source, append: () => Promise.resolve(), onNew: () => undefined })
}

function answerFromRecord({ session, asOf, steps }: SessionRecord, budget: BudgetLimits) {
  const ending = new AbortController()
  const refuse = (): never => {
    const error = new ReplayDiverged(`The record of session ${session.id} does not contain the requested data`)
    ending.abort(error)
    throw error
  }
  const source = {
    session,
    asOf,
    record: steps,
    budget,
    timeLeftMs: () => budget.timeMs,
    clock: () => asOf,
    signal: ending.signal,
    answer: refuse,
  }
  return { source, refuse }
}

const unlimited: BudgetLimits = {
  steps: Infinity,
  queries: Infinity,
  tokens: Infinity,
  timeMs: Infinity,
  microDollars: Infinity,
  prices: { input: 0, output: 0 },
}
