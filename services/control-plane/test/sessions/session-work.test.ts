import { join } from 'node:path'
import { limits, ServiceError, type SessionDetail } from '@signalbox/contracts'
import type { ClaimedSession, SessionWork } from '@signalbox/service-kit'
import { Database as Sqlite } from '@signalbox/sqlite'
import { expect } from 'chai'
import { createSessionWork } from '../../src/sessions/session-work.js'
import { startSession, type NewSession } from '../../src/sessions/start-session.js'
import { openStore, type ControlPlaneStore } from '../../src/control-plane-store.js'
import { startRun } from '../../src/workflows/start-run.js'
import { recordedStep, sampleReport, sampleUsage } from '../support/session-samples.js'
import { TestControlPlane } from '../support/test-control-plane.js'
import { endingOf } from '../support/session-ending.js'

const leaseMs = 30_000

describe('work on agent sessions', () => {
  let test: TestControlPlane
  let store: ControlPlaneStore
  let work: SessionWork
  /** Another process on the same database. */
  let otherStore: ControlPlaneStore
  let otherWork: SessionWork

  before(() => {
    test = new TestControlPlane()
    const clock = () => test.now
    store = openStore(test.directory)
    otherStore = openStore(test.directory)
    work = createSessionWork({ ...endingOf(store), clock })
    otherWork = createSessionWork({ ...endingOf(otherStore), clock })
  })
  afterEach(() => {
    const database = new Sqlite(join(test.directory, 'control-plane.db'))
    for (const table of ['agent_session_results', 'agent_session_steps', 'workflow_runs', 'agent_sessions']) {
      database.exec(`DELETE FROM ${table}`)
    }
    database.close()
  })
  after(() => {
    store.close()
    otherStore.close()
    test.close()
  })

  const start = (more: Partial<NewSession> = {}) => {
    const { organizationId, now } = test
    const origin = { kind: 'manual', id: null } as const
    return startSession(store, { organizationId, prompt: 'Look', context: { a: 1 }, origin, now, ...more })
  }
  const claim = (from = work, max = 10) => from.claimSessions({ owner: 'worker', leaseMs, max })
  const claimOne = async (from = work): Promise<ClaimedSession> => {
    const [claimed] = await claim(from, 1)
    if (!claimed) throw new Error('nothing to claim')
    return claimed
  }
  const codeOf = (call: Promise<unknown>) =>
    call.then(
      () => 'done',
      (error: unknown) => (error instanceof ServiceError ? error.code : String(error)),
    )
  const read = async (id: string) => {
    const res = await test.get(`/api/v1/agent/sessions/${id}/`)
    expect(res.status, res.text).to.equal(200)
    return JSON.parse(res.text) as SessionDetail
  }

  it('claims the requested number, with the time of the first claim as now', async () => {
    const { id } = start({ origin: { kind: 'error', id: 'i1' } })
    test.now += 5_000
    expect(await claim()).to.deep.equal([
      {
        lease: { sessionId: id, token: 1 },
        organizationId: test.organizationId,
        prompt: 'Look',
        context: { a: 1 },
        origin: { kind: 'error', id: 'i1' },
        createdAt: test.now - 5_000,
        asOf: test.now,
        record: [],
      },
    ])
  })

  it('gives each session to one of two workers on the same database', async () => {
    const ids = Array.from({ length: 9 }, () => start().id)
    const claimed = await Promise.all([claim(work, 4), claim(otherWork, 4), claim(work, 4), claim(otherWork, 4)])
    expect(claimed.flat().map(({ lease }) => lease.sessionId)).to.have.members(ids)
  })

  it('starts with the longest due sessions, across organizations', async () => {
    const first = start()
    test.now += 1
    const second = start({ organizationId: test.foreignOrganizationId })
    const lease = (await claimOne()).lease
    await work.endTurn(lease, { status: 'waiting', until: test.now + 10 })
    test.now += 20
    const claimed = await claim()
    expect(claimed.map(({ lease: { sessionId } }) => sessionId)).to.deep.equal([second.id, first.id])
  })

  it('alternates between organizations, so that many sessions of one do not delay others', async () => {
    const own = Array.from({ length: 4 }, () => start().id)
    test.now += 1
    const others = Array.from({ length: 2 }, () => start({ organizationId: test.foreignOrganizationId }).id)
    const idsOf = (claimed: readonly ClaimedSession[]) => claimed.map(({ lease: { sessionId } }) => sessionId)
    expect(idsOf(await claim(work, 1))).to.deep.equal(own.slice(0, 1))
    expect(idsOf(await claim(otherWork, 1))).to.deep.equal(others.slice(0, 1))
    expect(idsOf(await claim(work, 3))).to.deep.equal([own[1], others[1], own[2]])
    test.now += leaseMs
    const all = await claim()
    expect(idsOf(all)).to.have.members([...own, ...others])
    for (const { lease } of all) await work.endTurn(lease, { status: 'waiting', until: test.now + 10 })
    test.now += 20
    expect(idsOf(await claim())).to.have.members([...own, ...others])
  })

  it('excludes sessions that are leased, waiting or ended', async () => {
    start()
    const lease = (await claimOne()).lease
    test.now += leaseMs - 1
    expect(await claim()).to.deep.equal([])
    await work.endTurn(lease, { status: 'waiting', until: test.now + 1_000 })
    expect(await claim()).to.deep.equal([])
    test.now += 1_000
    await work.endTurn((await claimOne()).lease, { status: 'failed', reason: 'It broke' })
    test.now += 1_000_000
    expect(await claim()).to.deep.equal([])
  })

  it('hands out a session again when its lease expires, with its record and its first time', async () => {
    start()
    const first = await claimOne()
    await work.appendStep(first.lease, recordedStep(1), sampleUsage)
    test.now += leaseMs
    const second = await claimOne(otherWork)
    expect(second).to.deep.include({ asOf: first.asOf, record: [recordedStep(1)] })
    expect(second.lease).to.deep.equal({ sessionId: first.lease.sessionId, token: 2 })
  })

  it('is rejected under a superseded lease', async () => {
    const { id } = start()
    const { lease: old } = await claimOne()
    test.now += leaseMs
    await claimOne(otherWork)
    expect(await codeOf(work.renewLease(old, leaseMs))).to.equal('conflict')
    expect(await codeOf(work.appendStep(old, recordedStep(1), sampleUsage))).to.equal('conflict')
    for (const turn of [
      { status: 'completed', report: sampleReport },
      { status: 'failed', reason: 'It broke' },
      { status: 'waiting', until: 0 },
    ] as const) {
      expect(await codeOf(work.endTurn(old, turn)), turn.status).to.equal('conflict')
    }
    expect(await read(id)).to.deep.include({ status: 'active', steps: [] })
  })

  it('is rejected after a cancellation or after the session was released', async () => {
    const { id } = start()
    const { lease } = await claimOne()
    expect((await test.post(`/api/v1/agent/sessions/${id}/cancel/`, {})).status).to.equal(200)
    expect(await codeOf(work.renewLease(lease, leaseMs))).to.equal('conflict')
    expect(await codeOf(work.appendStep(lease, recordedStep(1), sampleUsage))).to.equal('conflict')
    start()
    const { lease: released } = await claimOne()
    await work.endTurn(released, { status: 'waiting', until: test.now })
    expect(await codeOf(work.endTurn(released, { status: 'failed', reason: 'late' }))).to.equal('conflict')
  })

  it('stores a step once, however often it is sent', async () => {
    const { id } = start()
    const { lease } = await claimOne()
    await work.appendStep(lease, recordedStep(1), sampleUsage)
    await work.appendStep(lease, { ...recordedStep(2), step: recordedStep(1).step }, sampleUsage)
    await work.appendStep(lease, recordedStep(2), sampleUsage)
    const detail = await read(id)
    expect(detail.steps).to.deep.equal([recordedStep(1).step, recordedStep(2).step])
    expect(detail.usage).to.include({ steps: 2, queries: 2, input_tokens: 20, output_tokens: 10 })
  })

  it('serializes the results of a step one after the other, with other work in between', async () => {
    start()
    const { lease } = await claimOne()
    let ticks = 0
    const tick = () => {
      ticks += 1
      ticking = setImmediate(tick)
    }
    let ticking = setImmediate(tick)
    const serializedAt: number[] = []
    const result = () => ({ toJSON: () => serializedAt.push(ticks) })
    const { step } = recordedStep(1)
    await work.appendStep(lease, { step, results: { a: result(), b: result(), c: result() } }, sampleUsage)
    clearImmediate(ticking)
    expect(serializedAt).to.have.length(3)
    expect(new Set(serializedAt).size).to.equal(3)
  })

  it('rejects invalid steps and reports', async () => {
    const { id } = start()
    const { lease } = await claimOne()
    const { step, results } = recordedStep(1)
    expect(await codeOf(work.appendStep(lease, { step: { ...step, number: 0 }, results }, sampleUsage))).to.equal(
      'invalid-body',
    )
    const report = { ...sampleReport, confidence: 2 }
    expect(await codeOf(work.endTurn(lease, { status: 'completed', report }))).to.equal('invalid-body')
    expect(await read(id)).to.deep.include({ status: 'active', steps: [] })
  })

  it('completes a session with its report, and fails one with its reason', async () => {
    const good = start()
    await work.endTurn((await claimOne()).lease, { status: 'completed', report: sampleReport })
    expect(await read(good.id)).to.deep.include({ status: 'completed', verdict: 'inconclusive', report: sampleReport })
    const bad = start()
    await work.endTurn((await claimOne()).lease, { status: 'failed', reason: 'The store was gone' })
    expect(await read(bad.id)).to.deep.include({ status: 'failed', failure: 'The store was gone', report: null })
  })

  it("finishes a session's run together with the session", async () => {
    const ends = [
      { turn: { status: 'completed', report: sampleReport }, run: 'completed' },
      { turn: { status: 'failed', reason: 'It broke' }, run: 'failed' },
    ] as const
    for (const { turn, run: expected } of ends) {
      const created = await test.post('/api/v1/workflows/', { name: 'w', agent_name: 'a', instruction: 'Look' })
      const { id } = JSON.parse(created.text) as { id: string }
      const workflow = store.workflows.find(test.organizationId, id)
      if (!workflow) throw new Error('no workflow')
      startRun(store, workflow, { triggeredBy: 'manual', triggerName: '', context: {}, now: test.now })
      const { lease } = await claimOne()
      await work.endTurn(lease, turn)
      expect(store.workflowRuns.findBySession(lease.sessionId)?.status).to.equal(expected)
    }
  })

  it('fails a session that worker after worker loses before a step is done', async () => {
    const { id } = start()
    for (let claimed = 0; claimed < limits.agentSession.fruitlessClaimsMax; claimed += 1) {
      await claimOne()
      test.now += leaseMs
    }
    expect(await claim()).to.deep.equal([])
    const detail = await read(id)
    expect(detail).to.include({ status: 'failed' })
    expect(detail.failure).to.contain('abandoned')
  })

  it('fails a session with a corrupted record, and hands out the others', async () => {
    const damaged = start()
    await work.appendStep((await claimOne()).lease, recordedStep(1), sampleUsage)
    const database = new Sqlite(join(test.directory, 'control-plane.db'))
    database.exec("UPDATE agent_session_results SET content = x'00'")
    database.close()
    test.now += leaseMs
    const whole = start()
    expect((await claim()).map(({ lease }) => lease.sessionId)).to.deep.equal([whole.id])
    expect((await read(damaged.id)).failure).to.contain('can no longer be read')
  })

  it('does not fail a session that makes occasional progress, or that waits', async () => {
    start()
    for (let number = 1; number <= 20; number += 1) {
      const { lease } = await claimOne()
      if (number % 4 === 0) await work.appendStep(lease, recordedStep(number), sampleUsage)
      if (number % 4 === 2) await work.endTurn(lease, { status: 'waiting', until: test.now })
      test.now += leaseMs
    }
    expect((await claimOne()).record).to.have.length(5)
  })

  it('limits leases after the clock was set back', async () => {
    start()
    const { lease } = await claimOne()
    test.now -= 3_600_000
    expect((await claimOne(otherWork)).lease.token).to.equal(2)
    expect(await codeOf(work.renewLease(lease, leaseMs))).to.equal('conflict')
  })

  it('includes a session that was started before the clock was set back', async () => {
    const { id } = start()
    test.now -= 3_600_000
    const claimed = await claimOne()
    expect(claimed.lease.sessionId).to.equal(id)
    expect(claimed.asOf).to.equal(claimed.createdAt)
  })

  it('limits the length of a lease', async () => {
    start()
    await work.claimSessions({ owner: 'worker', leaseMs: Number.MAX_SAFE_INTEGER, max: 1 })
    test.now += limits.agentSession.leaseMsMax
    expect(await claim()).to.have.length(1)
  })

  it('notifies of sessions that start, get a step, are released or end, after the commit', async () => {
    const told: string[] = []
    const stop = work.onChange?.((id) =>
      told.push(`${id} ${store.agentSessions.find(test.organizationId, id)?.status ?? 'gone'}`),
    )
    const { id } = start()
    const { lease } = await claimOne()
    await work.appendStep(lease, recordedStep(1), sampleUsage)
    await work.endTurn(lease, { status: 'waiting', until: test.now })
    await work.endTurn((await claimOne()).lease, { status: 'failed', reason: 'It broke' })
    expect(told).to.deep.equal([`${id} active`, `${id} active`, `${id} active`, `${id} failed`])
    stop?.()
    start()
    await Promise.resolve()
    expect(told).to.have.length(4)
  })
})
