import { once } from 'node:events'
import { ApiError } from '@signalbox/api-client'
import { queryErrors, ServiceError } from '@signalbox/contracts'
import type { SessionWork } from '@signalbox/service-kit'
import { expect } from 'chai'
import { eventually } from '../../../../test/support/eventually.js'
import type { Engine, Investigation } from '../../src/investigation/investigation.js'
import type { ReadingApi } from '../../src/sessions/local-api.js'
import { draftOf, plentyOfBudget } from '../support/scripted-session.js'
import { TestAgent } from '../support/test-agent.js'

const concluded = { kind: 'concluded', draft: draftOf('nothing') } as const

/** A scripted API response. */
function answering(answer: () => unknown): () => ReadingApi {
  return () => ({ call: () => Promise.resolve().then(answer) as Promise<never> })
}

function think(investigation: Investigation, name: string): Promise<string> {
  return investigation.step({ tool: 'think', input: { name } }, async (step) => {
    step.say(name)
    return Promise.resolve(name)
  })
}

/** Thinks twice, and in between waits for the test, ignoring everything else. */
function createGate() {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  const signals: AbortSignal[] = []
  const engine: Engine = async (investigation) => {
    await think(investigation, 'before')
    signals.push(investigation.signal)
    await opened
    await think(investigation, 'after')
    return concluded
  }
  const arrived = () =>
    eventually(
      () => {
        const [signal] = signals
        if (!signal) throw new Error('the engine is not there yet')
        return signal
      },
      { everyMs: 2 },
    )
  return {
    engine,
    arrived,
    open: () => {
      open()
    },
  }
}

describe('the agent', () => {
  let test: TestAgent

  beforeEach(() => {
    test = new TestAgent()
  })
  afterEach(() => test.close())

  const textsOf = async (id: string) => (await test.read(id)).steps.map(({ text }) => text)

  it('runs a session as soon as it exists, and stores its steps and conclusion', async () => {
    const engine: Engine = async (investigation) => {
      await think(investigation, investigation.session.prompt)
      return concluded
    }
    test.start({ engines: () => engine, pollMs: 60_000 })
    const detail = await test.ended(await test.create('Why is it slow?'))
    expect(detail).to.deep.include({ status: 'completed', verdict: 'inconclusive' })
    expect(detail.report?.claims[0]).to.include({ text: 'nothing', status: 'unsupported' })
    expect(detail.steps.map(({ text }) => text)).to.deep.equal(['Why is it slow?'])
  })

  it('fails a session without a matching engine, or whose engine fails', async () => {
    const reasons: Record<string, string> = {
      nobody: 'No engine here runs sessions of origin manual',
      refused: 'The range is too long',
      broken: "Unexpected error; see the agent's log",
    }
    const engines: Record<string, Engine> = {
      refused: () => Promise.reject(new ApiError(400, 'The range is too long')),
      broken: () => Promise.reject(new TypeError('x is undefined at /home')),
    }
    test.start({ engines: ({ prompt }) => engines[prompt] })
    for (const prompt of ['nobody', 'refused', 'broken']) {
      const detail = await test.ended(await test.create(prompt))
      expect(detail).to.deep.include({ status: 'failed', failure: reasons[prompt], verdict: null, report: null })
    }
  })

  it('runs a few sessions at once and the others after them, until all hundred have ended', async () => {
    let running = 0
    let most = 0
    const engine: Engine = async (investigation) => {
      running += 1
      most = Math.max(most, running)
      await think(investigation, 'a')
      await think(investigation, 'b')
      running -= 1
      return concluded
    }
    const ids = await Promise.all(Array.from({ length: 100 }, () => test.create()))
    test.start({ engines: () => engine })
    for (const id of ids) expect((await test.ended(id)).status).to.equal('completed')
    expect(most).to.equal(4)
  })

  it('resumes a due session from its record, in whichever worker', async () => {
    const turns: string[] = []
    const engine: Engine = async (investigation) => {
      const first = await investigation.step({ tool: 'look' }, (step) =>
        step.record('now', () => Promise.resolve(test.now)),
      )
      turns.push(String(first))
      if (test.now < first + 60_000) return { kind: 'waiting', until: first + 60_000 }
      return concluded
    }
    const one = test.start({ engines: () => engine })
    const id = await test.create()
    await eventually(() => {
      expect(turns).to.have.length(1)
    })
    await one.stop()
    test.start({ engines: () => engine })
    test.now += 60_000
    expect((await test.ended(id)).steps).to.have.length(1)
    expect(turns).to.deep.equal([turns[0], turns[0]])
  })

  it('stops immediately when a session is cancelled, and writes nothing more', async () => {
    const gate = createGate()
    test.start({ engines: () => gate.engine, leaseMs: 60_000 })
    const id = await test.create()
    const signal = await gate.arrived()
    await test.cancel(id)
    if (!signal.aborted) await once(signal, 'abort')
    gate.open()
    expect(await test.read(id)).to.include({ status: 'cancelled', verdict: null })
    expect(await textsOf(id)).to.deep.equal(['before'])
  })

  it('notices a cancellation at its next renewal if it is not notified', async () => {
    const gate = createGate()
    test.start({ work: test.remoteWork(), engines: () => gate.engine, leaseMs: 15 })
    const id = await test.create()
    const signal = await gate.arrived()
    await test.cancel(id)
    if (!signal.aborted) await once(signal, 'abort')
    expect(signal.aborted).to.equal(true)
  })

  it('releases its sessions when it stops, even if the engine ignores the signal, and another worker resumes them without repeating a step', async () => {
    const gate = createGate()
    const stopped = test.start({ engines: () => gate.engine })
    const id = await test.create()
    await gate.arrived()
    await stopped.stop()
    expect(await test.read(id)).to.include({ status: 'active' })
    gate.open()
    test.start({ engines: () => gate.engine })
    expect(await test.ended(id)).to.include({ status: 'completed' })
    expect(await textsOf(id)).to.deep.equal(['before', 'after'])
  })

  it('writes nothing more to a session that another worker has taken over', async () => {
    const gate = createGate()
    test.start({ work: test.remoteWork(), engines: () => gate.engine, leaseMs: 60_000, sessionsAtOnce: 1 })
    const id = await test.create()
    const signal = await gate.arrived()
    test.now += 60_000
    expect(await test.work.claimSessions({ owner: 'other', leaseMs: 60_000, max: 1 })).to.have.length(1)
    gate.open()
    if (!signal.aborted) await once(signal, 'abort')
    expect(await test.read(id)).to.include({ status: 'active' })
    expect(await textsOf(id)).to.deep.equal(['before'])
  })

  it('fails a session whose time is up', async () => {
    const gate = createGate()
    test.start({ engines: () => gate.engine, budget: { ...plentyOfBudget, timeMs: 20 } })
    const detail = await test.ended(await test.create())
    expect(detail).to.include({ status: 'failed' })
    expect(detail.failure).to.contain('0.02 seconds of work')
  })

  it('retries temporary failures, but not rejections', async () => {
    const answers = [
      new ApiError(503, 'Overloaded', problem('overloaded')),
      { total: 1, has_more: false, events: [] },
      new ApiError(400, 'Bad', problem('invalid-parameters')),
    ]
    const next = () => {
      const answer = answers.shift()
      if (answer instanceof Error) throw answer
      return answer
    }
    const engine: Engine = async (investigation) => {
      await investigation.step({ tool: 'look' }, (step) => step.ask(queryErrors, {}, ({ total }) => `${total}`))
      await investigation.step({ tool: 'look' }, (step) => step.ask(queryErrors, { query: { limit: 1 } }, () => ''))
      return concluded
    }
    test.start({ engines: () => engine, apiFor: answering(next) })
    const detail = await test.ended(await test.create())
    expect(detail).to.include({ status: 'failed', failure: 'Bad' })
    expect(detail.usage.queries).to.equal(2)
    expect(answers).to.deep.equal([])
  })

  it('retains a step although the control plane is briefly unreachable', async () => {
    let failures = 2
    const appendStep: SessionWork['appendStep'] = (...step) => {
      failures -= 1
      return failures >= 0 ? Promise.reject(new ServiceError('unavailable')) : test.work.appendStep(...step)
    }
    const engine: Engine = async (investigation) => {
      await think(investigation, 'kept')
      return concluded
    }
    test.start({ work: { ...test.work, appendStep }, engines: () => engine })
    const id = await test.create()
    expect(await test.ended(id)).to.include({ status: 'completed' })
    expect(await textsOf(id)).to.deep.equal(['kept'])
  })

  it('leaves a session whose steps cannot be stored to the next worker, whatever the engine does', async () => {
    let isDown = true
    const appendStep: SessionWork['appendStep'] = (...step) =>
      isDown ? Promise.reject(new ServiceError('unavailable')) : test.work.appendStep(...step)
    let turns = 0
    const engine: Engine = async (investigation) => {
      turns += 1
      await think(investigation, 'kept').catch(() => undefined)
      return concluded
    }
    test.start({ work: { ...test.work, appendStep }, engines: () => engine, leaseMs: 60_000 })
    const id = await test.create()
    await eventually(() => {
      expect(turns).to.equal(1)
    })
    isDown = false
    expect(await test.read(id)).to.include({ status: 'active' })
    test.now += 60_000
    expect(await test.ended(id)).to.include({ status: 'completed' })
    expect(await textsOf(id)).to.deep.equal(['kept'])
  })

  it('keeps polling while the control plane is unreachable', async () => {
    let failures = 3
    const claimSessions: SessionWork['claimSessions'] = (request) => {
      failures -= 1
      return failures >= 0 ? Promise.reject(new ServiceError('unavailable')) : test.work.claimSessions(request)
    }
    test.start({ work: { ...test.work, claimSessions }, engines: () => () => Promise.resolve(concluded) })
    expect(await test.ended(await test.create())).to.include({ status: 'completed' })
  })

  it('runs nothing with a concurrency of zero', async () => {
    const role = test.start({ engines: () => () => Promise.resolve(concluded), sessionsAtOnce: 0 })
    const id = await test.create()
    await role.stop()
    expect(await test.read(id)).to.include({ status: 'active' })
  })
})

function problem(code: 'overloaded' | 'invalid-parameters') {
  return { type: 'urn:x', title: 'x', status: 503, code, request_id: 'r' }
}
