import { collectFacts, createInvestigation, type InvestigatedSession } from '@signalbox/agent'
import type { ApiClient } from '@signalbox/api-client'
import { createId, type SessionRecord } from '@signalbox/contracts'
import type { RecordedStep } from '@signalbox/service-kit'
import { createPlaybook } from '../../services/agent/src/playbook/create-playbook.js'
import { checkReport } from '../../services/agent/src/report/check-report.js'
import type { Incident } from './incident.js'
import { sessionRequest, type FedIncident } from './feed-incident.js'

const plenty = {
  steps: 500,
  queries: 2_000,
  tokens: 1_000_000,
  timeMs: 600_000,
  microDollars: 0,
  prices: { input: 0, output: 0 },
}

/** Investigates an incident without a model, in this process, by asking an installation. @returns all it recorded. */
export async function investigate(api: ApiClient, incident: Incident, fed: FedIncident): Promise<SessionRecord> {
  const asOf = Date.now()
  const { prompt, context } = sessionRequest(incident, fed)
  const session: InvestigatedSession = {
    id: createId(),
    organizationId: '',
    prompt,
    context,
    origin: { kind: 'manual', id: null },
    createdAt: asOf,
  }
  const steps: RecordedStep[] = []
  const { investigation, results } = createInvestigation({
    session,
    asOf,
    record: [],
    budget: plenty,
    timeLeftMs: () => plenty.timeMs,
    clock: () => Date.now(),
    signal: new AbortController().signal,
    answer: ({ contract, input }) => api.call(contract, input as Parameters<typeof api.call>[1]),
    append: (recorded) => {
      steps.push(recorded)
      return Promise.resolve()
    },
    onNew: () => undefined,
  })
  const outcome = await createPlaybook({ collectFacts })(investigation)
  if (outcome.kind !== 'concluded') throw new Error('the playbook did not conclude')
  const createdAt = new Date(asOf).toISOString()
  return {
    session: {
      session_id: session.id,
      prompt,
      context,
      origin: { kind: 'manual', id: null },
      created_at: createdAt,
      status: 'completed',
      report: checkReport(outcome.draft, results),
    },
    as_of: createdAt,
    steps: steps.map(({ step, results: kept }) => ({ step, results: { ...kept } })),
  }
}
