import type { ClaimedSession, Clock, Log, RecordedStep, SessionTurn, StepUsage } from '@signalbox/service-kit'
import { abortable } from '../investigation/abortable.js'
import type { BudgetLimits } from '../investigation/budget.js'
import { createInvestigation, toInvestigatedSession } from '../investigation/create-investigation.js'
import { describeFailure } from '../investigation/failures.js'
import type { Engine, InvestigatedSession } from '../investigation/investigation.js'
import type { Question } from '../investigation/question.js'
import { checkReport } from '../report/check-report.js'
import type { ReadingApi } from './local-api.js'
import { retry, type RetryPauses } from './retry.js'
import { workTimeOf } from './work-time.js'

/** Chooses the engine for a session; undefined if there is none. */
export type EngineChoice = (session: InvestigatedSession) => Engine | undefined

/** One run of an engine over a claimed session. */
export interface TurnOptions {
  claimed: ClaimedSession
  engines: EngineChoice
  api: ReadingApi
  budget: BudgetLimits
  clock: Clock
  log: Log
  /** Aborts the turn. */
  signal: AbortSignal
  retryPauses: RetryPauses
  append(recorded: RecordedStep, usage: StepUsage): Promise<void>
}

/**
 * Runs the engine on a session until it concludes, wants to wait, or fails.
 * @returns How the turn ends. Rejects with the signal's reason if it is aborted.
 */
export async function runTurn(options: TurnOptions): Promise<SessionTurn> {
  const { claimed, engines, signal, log } = options
  const session = toInvestigatedSession(claimed)
  const engine = engines(session)
  if (!engine) return { status: 'failed', reason: `No engine here runs sessions of origin ${session.origin.kind}` }
  const { investigation, results } = createInvestigation({ ...createSource(options), session })
  try {
    const outcome = await abortable(engine(investigation), signal)
    if (outcome.kind === 'waiting')
      return { status: 'waiting', until: Math.max(outcome.until, options.clock() + waitMsMin) }
    return { status: 'completed', report: checkReport(outcome.draft, results) }
  } catch (err) {
    signal.throwIfAborted()
    log.warn({ err, sessionId: session.id }, 'a session failed')
    return { status: 'failed', reason: describeFailure(err) }
  }
}

/** An engine that wants to resume immediately must not starve other sessions. */
const waitMsMin = 1_000

function createSource(options: TurnOptions) {
  const { claimed, api, budget, clock, log, signal, retryPauses } = options
  const { asOf, record, lease } = claimed
  const startedAt = clock()
  const workedBeforeMs = workTimeOf(record)
  return {
    asOf,
    record,
    budget,
    clock,
    signal,
    append: (recorded: RecordedStep, usage: StepUsage) => options.append(recorded, usage),
    timeLeftMs: () => budget.timeMs - workedBeforeMs - (clock() - startedAt),
    answer: ({ contract, input }: Question) => retry(() => api.call(contract, input), retryPauses, signal),
    onNew: (differs: boolean) => {
      if (differs) log.info({ sessionId: lease.sessionId }, 'a session diverges from its record')
    },
  }
}
