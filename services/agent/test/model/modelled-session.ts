import type { RecordedStep } from '@signalbox/service-kit'
import type { SessionReport } from '@signalbox/contracts'
import type { FactPack } from '../../src/facts/fact-pack.js'
import { createInvestigation, type InvestigationSource } from '../../src/investigation/create-investigation.js'
import { createReplay } from '../../src/investigation/create-replay.js'
import type { Engine, ReportDraft } from '../../src/investigation/investigation.js'
import { createModelEngine } from '../../src/model/model-engine.js'
import { createOpenAiModel } from '../../src/model/openai-model.js'
import { checkReport } from '../../src/report/check-report.js'
import { emptyDraft } from '../support/empty-draft.js'
import { startModelStandIn, type StandInResponse, type StandInRequest } from '../support/model-stand-in.js'

export const asOf = Date.parse('2026-05-17T13:00:00.000Z')
export const range = { start: '2026-05-17T11:00:00.000Z', end: '2026-05-17T13:00:00.000Z' }
export const split = '2026-05-17T12:04:00.000Z'
export const culprit = '3f2a91c0d4e5f60718293a4b5c6d7e8f90a1b2c3'

const emptyFacts: FactPack = {
  window: { start: asOf - 7_200_000, end: asOf },
  alert: {
    service: 'checkout',
    metric: null,
    threshold: null,
    observed: null,
    firedAt: asOf,
    isFired: true,
    isFailureQuestion: false,
    text: 'errors',
  },
  services: ['checkout', 'payments'],
  series: [],
  logPatterns: [],
  errorGroups: [],
  operations: [],
  dependencies: [],
  failedSpans: [],
  spans: [],
  criticalPaths: [],
  changes: [],
  changesEvidence: [],
  saturation: [],
  gaps: [],
}

/** The playbook names no cause, and suspects the culprit most. */
export const abstention: ReportDraft = {
  ...emptyDraft,
  suspects: [
    {
      change_id: 'c-1',
      commit_sha: culprit,
      title: 'Tune the pool',
      probability: 0.45,
      for: [],
      against: [],
      next_check: '',
    },
  ],
}

const measured = { calls: 500, p50_ms: 10, p95_ms: 100 }

/** The API's responses in these tests, by operation. */
export const answers: Readonly<Record<string, unknown>> = {
  compareOperations: {
    one_in_traces: 1,
    total: 2,
    operations: [
      {
        service: 'checkout',
        operation: 'POST /pay',
        before: { ...measured, errors: 1 },
        after: { ...measured, errors: 42 },
      },
      {
        service: 'payments',
        operation: 'POST /charge',
        before: { ...measured, errors: 0 },
        after: { ...measured, errors: 0 },
      },
    ],
  },
  queryErrorGroups: {
    total: 1,
    groups: [{ fingerprint: 'f'.repeat(32), service: 'checkout', count: 41, first: '2026-05-17T12:04:03.000Z' }],
  },
  listChanges: {
    changes: [
      {
        change_id: 'c-1',
        kind: 'commit',
        id: culprit,
        occurred_at: '2026-05-17T12:01:00.000Z',
        title: 'Tune the pool',
        service: 'checkout',
        diff: '-POOL_SIZE = 50\n+POOL_SIZE = 5\n',
        details: {},
      },
      {
        change_id: 'c-2',
        kind: 'commit',
        id: '9'.repeat(40),
        occurred_at: '2026-05-17T12:30:00.000Z',
        title: 'Another',
        service: 'checkout',
        diff: '',
        details: {},
      },
    ],
    total: 2,
    has_more: false,
  },
}

export interface SessionSetup {
  /** The model's completion for its request of this number. */
  say: (number: number, request: StandInRequest) => StandInResponse
  facts?: Partial<FactPack>
  prompt?: string
  context?: Record<string, unknown>
  api?: Readonly<Record<string, unknown>>
  playbook?: ReportDraft
  timeoutMs?: number
  budget?: Partial<InvestigationSource['budget']>
}

export interface EndedSession {
  report: SessionReport
  requests: readonly StandInRequest[]
  steps: readonly RecordedStep[]
  /** Operations called through the API, with their input. */
  asked: { operation: string; parameters: unknown }[]
  /** The same engine on the record, without an API. */
  replay: () => Promise<SessionReport>
}

/** Runs a session with a scripted model, like the agent. */
export async function runModelledSession(setup: SessionSetup): Promise<EndedSession> {
  const standIn = await startModelStandIn(setup.say)
  const { timeoutMs = 5_000, playbook: draft = abstention } = setup
  const model = createOpenAiModel({
    baseUrl: standIn.baseUrl,
    model: 'stand-in',
    apiKey: 'key-of-the-endpoint',
    timeoutMs,
  })
  const playbook: Engine = () => Promise.resolve({ kind: 'concluded', draft })
  const collectFacts = () => Promise.resolve({ ...emptyFacts, ...setup.facts })
  const engine = createModelEngine({ model, collectFacts, playbook })
  const steps: RecordedStep[] = []
  const asked: EndedSession['asked'] = []
  const session = {
    id: 's-1',
    organizationId: 'o-1',
    prompt: setup.prompt ?? 'Why does checkout fail?',
    context: setup.context ?? {},
    origin: { kind: 'manual', id: null },
    createdAt: asOf,
  } as const
  const api = { ...answers, ...setup.api }
  try {
    const { investigation, results } = createInvestigation({
      session,
      asOf,
      record: [],
      budget: {
        steps: 500,
        queries: 500,
        tokens: 1_000_000,
        timeMs: 600_000,
        microDollars: 1_000_000,
        prices: { input: 0, output: 0 },
        ...setup.budget,
      },
      timeLeftMs: () => setup.budget?.timeMs ?? 600_000,
      clock: () => asOf,
      signal: new AbortController().signal,
      answer: ({ contract, parameters }) => {
        asked.push({ operation: contract.id, parameters })
        const answer = api[contract.id]
        return answer === undefined ? Promise.reject(new Error('no such route')) : Promise.resolve(answer)
      },
      append: (recorded) => {
        steps.push(recorded)
        return Promise.resolve()
      },
      onNew: () => undefined,
    })
    const outcome = await engine(investigation)
    const report = checkReport(outcome.kind === 'concluded' ? outcome.draft : abstention, results)
    const replay = async () => {
      const again = await engine(createReplay({ session, asOf, steps }))
      return checkReport(again.kind === 'concluded' ? again.draft : abstention, results)
    }
    return { report, requests: standIn.requests, steps, asked, replay }
  } finally {
    await standIn.close()
  }
}

/** A model's conclusion, as arguments of `finish`. */
export function finish(changes: Partial<ReportDraft> = {}): StandInResponse {
  return { calls: [{ name: 'finish', arguments: { ...honest, ...changes } }] }
}

/** First the queries of a good model, then the test's completion. */
export function afterQuestions(conclude: StandInResponse): (number: number) => StandInResponse {
  return (number) =>
    number === 0
      ? {
          calls: [
            { name: 'compare_windows', arguments: { ...range, split } },
            { name: 'changes', arguments: range },
          ],
        }
      : conclude
}

/** True claims about the responses above: e1 operations, e2 error groups, e3 changes. */
export const honest: ReportDraft = {
  verdict: 'cause_found',
  cause: { kind: 'commit', commit_sha: culprit, change_id: 'c-1', mechanism: 'The diff changed POOL_SIZE' },
  first_failing_service: 'checkout',
  onset_at: '2026-05-17T12:04:03.000Z',
  blast_radius: [],
  remediation: 'rollback',
  confidence: 0.9,
  claims: [
    {
      text: 'POST /pay of checkout failed 42 times after the change, 1 time before',
      assertion: [
        { evidence_id: 'e1', pointer: '/operations/*/operation', operator: 'equals', value: 'POST /pay' },
        { evidence_id: 'e1', pointer: '/operations/*/after/errors', operator: 'at-least', value: 42 },
        { evidence_id: 'e1', pointer: '/operations/*/before/errors', operator: 'at-most', value: 1 },
      ],
    },
    {
      text: 'The first error of the group was at 12:04:03',
      assertion: [
        { evidence_id: 'e2', pointer: '/groups/*/first', operator: 'equals', value: '2026-05-17T12:04:03.000Z' },
      ],
    },
    {
      text: 'Commit 3f2a91c changed POOL_SIZE at 12:01',
      assertion: [
        { evidence_id: 'e3', pointer: '/changes/*/change_id', operator: 'equals', value: 'c-1' },
        { evidence_id: 'e3', pointer: '/changes/*/diff', operator: 'contains', value: '+POOL_SIZE = 5' },
      ],
    },
  ],
  rivals: [],
}
