import type { RecordedStep } from '@signalbox/service-kit'
import type { BudgetLimits } from './budget.js'
import { createInvestigation, type RunningInvestigation } from './create-investigation.js'
import { ReplayDiverged } from './failures.js'
import type { InvestigatedSession, Investigation } from './investigation.js'

/** Everything that is needed to do a session again without asking anybody. */
export interface SessionRecord {
  session: InvestigatedSession
  /** Unix milliseconds. */
  asOf: number
  steps: readonly RecordedStep[]
}

/**
 * The investigation of a session that is over: it knows what was recorded and asks nobody. What the record does not
 * have makes it reject with `ReplayDiverged`, then and ever after, also where the engine goes on all the same. The whole
 * results are those of `resultsOf(record.steps)`.
 * @param budget What the session had, for engines that look at what is left.
 */
export function createReplay(record: SessionRecord, budget: BudgetLimits = unlimited): Investigation {
  const { source, refuse } = askNobody(record, budget)
  return createInvestigation({ ...source, append: refuse, onNew: refuse }).investigation
}

/**
 * The investigation of a session that another version does again: its questions must be in the record, but it may make
 * something else of the answers. What it derives is in the results that come with it.
 */
export function createRedo(record: SessionRecord): RunningInvestigation {
  const { source } = askNobody(record, unlimited)
  return createInvestigation({ ...source, append: () => Promise.resolve(), onNew: () => undefined })
}

function askNobody({ session, asOf, steps }: SessionRecord, budget: BudgetLimits) {
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
