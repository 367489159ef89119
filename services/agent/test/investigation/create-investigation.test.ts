import { ApiError } from '@signalbox/api-client'
import { limits, queryErrors, readTrace, clusterOverview } from '@signalbox/contracts'
import { expect } from 'chai'
import { hashOf } from '../../src/investigation/canonical-json.js'
import { createReplay } from '../../src/investigation/create-replay.js'
import { BudgetExhausted, ReplayDiverged } from '../../src/investigation/failures.js'
import type { Engine, Investigation } from '../../src/investigation/investigation.js'
import { checkReport } from '../../src/report/check-report.js'
import { asOf, draftOf, plentyOfBudget, ScriptedSession, session, threeSteps } from '../support/scripted-session.js'

const refusal = new ApiError(404, 'There is no such thing')

function script(): ScriptedSession {
  const scripted = new ScriptedSession()
  const { answer } = scripted
  scripted.answer = (question) => {
    if (question.parameters['search'] === 'refused') throw refusal
    return answer(question)
  }
  return scripted
}

async function runSession(scripted: ScriptedSession, engine: Engine, record = scripted.kept.slice()) {
  return engine(scripted.begin(record).investigation)
}

const ask = (investigation: Investigation, search: string, tool = 'look') =>
  investigation.step({ tool, input: { search } }, (step) =>
    step.ask(queryErrors, { query: { search } }, ({ total }) => `${total} errors`),
  )

describe('an investigation', () => {
  it('records each step with its evidence: exact query, absolute window, rows, hash and first rows', async () => {
    const scripted = script()
    await ask(scripted.begin().investigation, 'boom')
    const result = { total: 3, events: [{ id: 'boom' }] }
    const window = { start: '2025-12-31T12:00:00.000Z', end: '2026-01-01T12:00:00.000Z' }
    expect(scripted.kept).to.deep.equal([
      {
        step: {
          number: 1,
          tool: 'look',
          input: { search: 'boom' },
          text: '',
          error: null,
          evidence: [
            {
              evidence_id: 'e1',
              summary: '3 errors',
              query: { operation: 'queryErrors', parameters: { search: 'boom', ...window } },
              derived_from: [],
              window,
              row_count: 1,
              result_sha256: hashOf(result),
              data: result,
            },
          ],
          started_at: new Date(asOf + 5).toISOString(),
          duration_ms: 5,
        },
        results: { e1: result },
      },
    ])
  })

  it('bounds every query by its own time, and leaves explicit times unchanged', async () => {
    const scripted = script()
    const { investigation } = scripted.begin()
    await investigation.step({ tool: 'look' }, async (step) => {
      await step.ask(queryErrors, { query: { since: '1h' } }, () => '')
      await step.ask(queryErrors, { query: { start: '2026-01-01T00:00:00Z' } }, () => '')
      await step.ask(queryErrors, { query: { end: '2026-02-01T00:00:00Z', since: '6h' } }, () => '')
      await step.ask(clusterOverview, { query: { hours_back: 2 } }, () => '')
      await step.ask(readTrace, { params: { trace_id: 'a'.repeat(32) } }, () => '')
    })
    const evidence = scripted.kept[0]?.step.evidence ?? []
    const end = new Date(asOf).toISOString()
    expect(evidence.map(({ query }) => query?.parameters)).to.deep.equal([
      { start: '2026-01-01T11:00:00.000Z', end },
      { start: '2026-01-01T00:00:00Z', end },
      { start: '2026-01-31T18:00:00.000Z', end: '2026-02-01T00:00:00Z' },
      { hours_back: 2, end },
      { trace_id: 'a'.repeat(32) },
    ])
    expect(evidence.map(({ window }) => window?.start ?? null)).to.deep.equal([
      '2026-01-01T11:00:00.000Z',
      '2026-01-01T00:00:00.000Z',
      '2026-01-31T18:00:00.000Z',
      '2026-01-01T10:00:00.000Z',
      null,
    ])
  })

  it('runs each query once, in one step or in several, sequential or concurrent', async () => {
    const scripted = script()
    const { investigation } = scripted.begin()
    const [first, second] = await Promise.all([ask(investigation, 'same'), ask(investigation, 'same', 'other')])
    const third = await ask(investigation, 'same', 'third')
    expect([first, second, third].map(({ evidenceId }) => evidenceId)).to.deep.equal(['e1', 'e1', 'e1'])
    expect(scripted.asked).to.have.length(1)
    expect(investigation.budget.queries).to.equal(99)
  })

  it('appends a failing step with its error, and rethrows the error', async () => {
    const scripted = script()
    const failed = await ask(scripted.begin().investigation, 'refused').catch((error: unknown) => error)
    expect(failed).to.equal(refusal)
    expect(scripted.kept[0]?.step).to.deep.include({ error: 'There is no such thing', evidence: [] })
  })

  it('hides the internals of unexpected errors', async () => {
    const scripted = script()
    const fail = () => Promise.reject(new Error('secret at /home'))
    await scripted
      .begin()
      .investigation.step({ tool: 'look' }, fail)
      .catch(() => undefined)
    expect(scripted.kept[0]?.step.error).to.equal("Unexpected error; see the agent's log")
  })

  it('truncates an oversized result at its last rows, marks it, and gives the engine the stored part', async () => {
    const scripted = script()
    const rowBytes = 100_000
    const rows = Math.ceil(limits.agentSession.resultBytesMax / rowBytes) + 5
    scripted.answer = () => ({
      total: rows,
      events: Array.from({ length: rows }, (_, id) => ({ id, t: 'x'.repeat(rowBytes) })),
    })
    const { value } = await ask(scripted.begin().investigation, 'large')
    const evidence = scripted.kept[0]?.step.evidence[0]
    expect(value.events.length).to.be.within(rows - 10, rows - 5)
    expect(evidence).to.include({ cut: true, row_count: value.events.length, result_sha256: hashOf(value) })
    expect(Buffer.byteLength(JSON.stringify(evidence?.data))).to.be.at.most(limits.agentSession.shownBytesMax)
  })

  it('never verifies claims about the truncated part', async () => {
    const scripted = script()
    const rows = 100
    const events = Array.from({ length: rows }, (_, id) => ({
      id,
      t: 'x'.repeat(limits.agentSession.resultBytesMax / 50),
    }))
    scripted.answer = () => ({ total: rows, events })
    const { investigation, results } = scripted.begin()
    const { evidenceId } = await ask(investigation, 'large')
    const claimOn = (row: number) => ({
      text: 'One event has what was looked for',
      assertion: [{ evidence_id: evidenceId, pointer: `/events/${row}/id`, operator: 'equals', value: row } as const],
    })
    const claims = [claimOn(1), claimOn(rows - 1)]
    const report = checkReport({ ...draftOf(''), claims }, results)
    expect(report.claims.map(({ status }) => status)).to.deep.equal(['verified', 'unsupported'])
  })

  it('rejects a result of which nothing can be stored', async () => {
    const scripted = script()
    scripted.answer = () => ({ text: 'x'.repeat(limits.agentSession.resultBytesMax) })
    const failed = await ask(scripted.begin().investigation, 'large').catch((error: unknown) => error)
    expect(String(failed)).to.contain('too large')
  })

  describe('resumed after a crash', () => {
    it('reaches the same conclusion and record, wherever it was interrupted', async () => {
      const whole = script()
      const conclusion = await runSession(whole, threeSteps, [])
      for (const crashAt of [0, 1, 2]) {
        const crashed = script()
        crashed.beforeKeep = () => {
          if (crashed.kept.length === crashAt) throw new Error('killed')
        }
        await runSession(crashed, threeSteps, []).catch(() => undefined)
        expect(crashed.kept).to.have.length(crashAt)
        crashed.beforeKeep = () => undefined
        crashed.now = asOf + crashAt * 100_000
        expect(await runSession(crashed, threeSteps)).to.deep.equal(conclusion)
        expect(crashed.kept.map(withoutTimes)).to.deep.equal(whole.kept.map(withoutTimes))
      }
    })

    it('repeats and stores nothing that is recorded', async () => {
      const scripted = script()
      await runSession(scripted, threeSteps, [])
      const { length } = scripted.asked
      await runSession(scripted, threeSteps)
      expect(scripted.asked).to.have.length(length)
      expect(scripted.kept).to.have.length(3)
    })

    it('gives a lost step and its evidence the same numbers when a later one was stored', async () => {
      const scripted = script()
      const both: Engine = async (investigation) => {
        await Promise.all([ask(investigation, 'a'), ask(investigation, 'b')])
        return { kind: 'waiting', until: 0 }
      }
      await runSession(scripted, both, [])
      const [first, second] = scripted.kept
      scripted.kept.splice(0)
      await runSession(scripted, both, [second!])
      expect(scripted.kept.map(withoutTimes)).to.deep.equal([withoutTimes(first!)])
      expect(scripted.diverged).to.equal(0)
    })

    it("continues live where the program's queries differ from the record, and says so in the step", async () => {
      const scripted = script()
      await runSession(scripted, threeSteps, [])
      const changed: Engine = async (investigation) => {
        await investigation.step({ tool: 'look', input: { at: 'both' } }, (step) =>
          step.ask(queryErrors, { query: { search: 'something else' } }, () => 'new'),
        )
        const reply = await investigation.step({ tool: null }, (step) => step.record('reply', () => Promise.resolve(1)))
        return { kind: 'waiting', until: reply }
      }
      expect(await runSession(scripted, changed)).to.deep.equal({ kind: 'waiting', until: 1 })
      const [, , , fourth, fifth] = scripted.kept
      expect(fourth?.step).to.deep.include({ number: 4 })
      expect(fourth?.step.text).to.contain('the program has changed')
      expect(fourth?.step.evidence[0]?.evidence_id).to.equal('e5')
      expect(fifth).to.deep.include({ results: { reply: 1 } })
    })

    it('treats an unrecorded step as a change while others wait to be repeated', async () => {
      const scripted = script()
      await runSession(scripted, threeSteps, [])
      await ask(scripted.begin(scripted.kept.slice()).investigation, 'unknown')
      expect(scripted.diverged).to.equal(1)
      expect(scripted.kept.at(-1)?.step.number).to.equal(4)
    })
  })

  describe('replayed', () => {
    it('produces the identical outcome without queries', async () => {
      const scripted = script()
      const conclusion = await runSession(scripted, threeSteps, [])
      const replay = createReplay({ session, asOf, steps: scripted.kept })
      expect(await threeSteps(replay)).to.deep.equal(conclusion)
    })

    it('rejects anything missing from its record, and everything after that, whatever the engine catches', async () => {
      const scripted = script()
      await runSession(scripted, threeSteps, [])
      const replay = createReplay({ session, asOf, steps: scripted.kept })
      const first = await ask(replay, 'unknown').catch((error: unknown) => error)
      const second = await threeSteps(replay).catch((error: unknown) => error)
      expect(first).to.be.instanceOf(ReplayDiverged)
      expect(second).to.equal(first)
    })
  })

  describe('with a budget', () => {
    const exhaust = async (investigation: Investigation, searches: readonly string[]) => {
      const ends: string[] = []
      for (const search of searches) {
        const end = await ask(investigation, search).then(
          () => 'answered',
          (error: unknown) => (error instanceof BudgetExhausted ? 'exhausted' : String(error)),
        )
        ends.push(end)
      }
      return ends
    }

    it('rejects a query before running it if no query is left, and a step if no step is left', async () => {
      const scripted = script()
      const few = scripted.begin([], { budget: { ...plentyOfBudget, queries: 2 } }).investigation
      expect(await exhaust(few, ['a', 'b', 'c'])).to.deep.equal(['answered', 'answered', 'exhausted'])
      expect(scripted.asked).to.have.length(2)
      const short = script().begin([], { budget: { ...plentyOfBudget, steps: 1 } }).investigation
      expect(await exhaust(short, ['a', 'b'])).to.deep.equal(['answered', 'exhausted'])
    })

    it('has as much left when resumed as it had the first time', async () => {
      const scripted = script()
      const first = scripted.begin()
      await threeSteps(first.investigation)
      const resumed = scripted.begin(scripted.kept.slice())
      await threeSteps(resumed.investigation)
      const left = ({ steps, queries, tokens }: Investigation['budget']) => ({ steps, queries, tokens })
      expect(left(resumed.investigation.budget)).to.deep.equal(left(first.investigation.budget))
      expect(left(first.investigation.budget)).to.deep.equal({ steps: 97, queries: 97, tokens: 990 })
    })

    it('counts money by token prices, and calls no model when it is used up', async () => {
      const budget = { ...plentyOfBudget, microDollars: 10, prices: { input: 1_000, output: 2_000 } }
      const { investigation } = script().begin([], { budget })
      const speak = () =>
        investigation.step({ tool: null }, async (step) => {
          await step.record('reply', () => Promise.resolve('x'))
          step.countTokens({ inputTokens: 4, outputTokens: 3 })
        })
      expect(investigation.budget.tokens).to.equal(5)
      await speak()
      expect(investigation.budget.tokens).to.equal(0)
      expect(await speak().catch((error: unknown) => error)).to.be.instanceOf(BudgetExhausted)
    })
  })

  it('stores nothing of an aborted step, even if its engine continues', async () => {
    const scripted = script()
    const { investigation } = scripted.begin()
    const reason = new Error('cancelled')
    scripted.answer = () => {
      scripted.ending.abort(reason)
      return {}
    }
    expect(await ask(investigation, 'a').catch((error: unknown) => error)).to.equal(reason)
    expect(await ask(investigation, 'b').catch((error: unknown) => error)).to.equal(reason)
    expect(scripted.kept).to.deep.equal([])
  })
})

function withoutTimes({ step, results }: ScriptedSession['kept'][number]) {
  return { step: { ...step, started_at: '', duration_ms: 0 }, results }
}
