import { queryErrors, queryLogs } from '@signalbox/contracts'
import type { RecordedStep } from '@signalbox/service-kit'
import {
  createInvestigation,
  type InvestigationSource,
  type RunningInvestigation,
} from '../../src/investigation/create-investigation.js'
import type { Engine, ReportDraft } from '../../src/investigation/investigation.js'
import type { Question } from '../../src/investigation/question.js'
import { emptyDraft } from './empty-draft.js'

export const asOf = Date.UTC(2026, 0, 1, 12)

export const session = {
  id: '0192f3a0-0000-7000-8000-000000000001',
  organizationId: 'org',
  prompt: 'Why?',
  context: {},
  origin: { kind: 'manual', id: null },
  createdAt: asOf,
} as const

export const plentyOfBudget = {
  steps: 100,
  queries: 100,
  tokens: 1_000,
  timeMs: 60_000,
  microDollars: 1_000,
  prices: { input: 0, output: 0 },
}

/** A session with scripted responses, whose steps are stored in a list. */
export class ScriptedSession {
  readonly kept: RecordedStep[] = []
  readonly asked: string[] = []
  readonly ending = new AbortController()
  now = asOf
  diverged = 0
  answer: (question: Question) => unknown = ({ parameters }) => ({ total: 3, events: [{ id: parameters['search'] }] })
  /** Called before a step is stored; may throw or abort. */
  beforeKeep: () => void = () => undefined

  begin(record: readonly RecordedStep[] = [], more: Partial<InvestigationSource> = {}): RunningInvestigation {
    return createInvestigation({
      session,
      asOf,
      record,
      budget: plentyOfBudget,
      timeLeftMs: () => 60_000,
      clock: () => (this.now += 5),
      signal: this.ending.signal,
      answer: async (question) => {
        this.asked.push(question.key)
        await Promise.resolve()
        return this.answer(question)
      },
      append: async (recorded) => {
        this.beforeKeep()
        // As returned by a database.
        this.kept.push(JSON.parse(JSON.stringify(recorded)) as RecordedStep)
        return Promise.resolve()
      },
      onNew: (differs) => {
        if (differs) this.diverged += 1
      },
      ...more,
    })
  }
}

/**
 * Three sequential steps: two concurrent queries, a computation with a model completion, and a rejected query; the
 * outcome contains each result.
 */
export const threeSteps: Engine = async (investigation) => {
  const until = investigation.asOf
  const window = { start: new Date(until - 60_000).toISOString(), end: new Date(until).toISOString() }
  const seen = await investigation.step({ tool: 'look', input: { at: 'both' } }, async (look) => {
    const [errors, logs] = await Promise.all([
      look.ask(queryErrors, { query: { ...window, search: 'a' } }, () => 'errors'),
      look.ask(queryLogs, { query: window }, () => 'logs'),
    ])
    look.say('Looked')
    return [errors.evidenceId, logs.evidenceId]
  })
  const word = await investigation.step({ tool: null }, async (think) => {
    const derived = think.derive({ summary: 'sum', derivedFrom: seen, data: { sum: seen.length } })
    const answer = await think.record('reply', () => Promise.resolve({ text: 'because' }))
    think.countTokens({ inputTokens: 7, outputTokens: 3 })
    return `${derived} ${answer.text}`
  })
  const refused = await investigation
    .step({ tool: 'look', input: { at: 'nothing' } }, async (look) => {
      await look.ask(queryErrors, { query: { ...window, search: 'refused' } }, () => '')
    })
    .catch((error: unknown) => String(error))
  return { kind: 'concluded', draft: draftOf([...seen, word, refused].join(' ')) }
}

/** A report with a text in its only claim. */
export function draftOf(text: string): ReportDraft {
  return { ...emptyDraft, claims: [{ text, assertion: [] }] }
}
