import { createInvestigation, type Engine, type InvestigatedSession } from '@signalbox/agent'
import type { ApiClient } from '@signalbox/api-client'
import type { SessionRecord } from '@signalbox/contracts'
import type { RecordedStep } from '@signalbox/service-kit'
import { checkReport } from '../../services/agent/src/report/check-report.js'

const plenty = {
  steps: 500,
  queries: 2_000,
  tokens: 1_000_000,
  timeMs: 600_000,
  microDollars: 0,
  prices: { input: 0, output: 0 },
}

/**
 * Runs an engine on a session in this process, against an installation.
 * @returns everything it recorded.
 */
export async function runEngine(api: ApiClient, engine: Engine, session: InvestigatedSession): Promise<SessionRecord> {
  const steps: RecordedStep[] = []
  const { investigation, results } = createInvestigation({
    session,
    asOf: session.createdAt,
    record: [],
    budget: plenty,
    timeLeftMs: () => plenty.timeMs,
    clock: () => Date.now(),
    signal: new AbortController().signal,
    answer: ({ contract, input }) => api.call(contract, input),
    append: (recorded) => {
      steps.push(recorded)
      return Promise.resolve()
    },
    onNew: () => undefined,
  })
  const outcome = await engine(investigation)
  if (outcome.kind !== 'concluded') throw new Error('the engine did not conclude')
  const { id, prompt, context, origin } = session
  const createdAt = new Date(session.createdAt).toISOString()
  const report = checkReport(outcome.draft, results)
  return {
    session: { session_id: id, prompt, context, origin, created_at: createdAt, status: 'completed', report },
    as_of: createdAt,
    steps: steps.map(({ step, results: kept }) => ({ step, results: { ...kept } })),
  }
}
