import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sessionStatuses } from '@signalbox/contracts'
import { Database as Sqlite } from '@signalbox/sqlite'
import { expect } from 'chai'
import { endSession, isAllowed } from '../../src/sessions/session-states.js'
import { startSession } from '../../src/sessions/start-session.js'
import { openStore, type ControlPlaneStore } from '../../src/control-plane-store.js'

const now = Date.UTC(2026, 0, 1)
const organizationId = 'org'

describe('states of agent sessions', () => {
  let directory: string
  let store: ControlPlaneStore

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'agent-sessions-'))
    store = openStore(directory)
    store.organizations.insert({ id: organizationId, name: 'Default', created_at: now })
  })
  afterEach(() => {
    store.close()
    rmSync(directory, { recursive: true, force: true })
  })

  const start = () =>
    startSession(store, { organizationId, prompt: 'Look', context: {}, origin: { kind: 'error', id: 'i1' }, now })
  const count = () =>
    store.agentSessions.count({ organizationId, status: undefined, originKind: undefined, review: undefined })

  it('allow an active session to end, and nothing else', () => {
    const allowed = sessionStatuses.flatMap((from) =>
      sessionStatuses.filter((to) => isAllowed(from, to)).map((to) => `${from} ${to}`),
    )
    expect(allowed).to.deep.equal(['active completed', 'active failed', 'active cancelled'])
  })

  it('are active at the start, with the given input and no lease', () => {
    const session = start()
    expect(session).to.deep.include({ status: 'active', created_at: now, ended_at: null, context: '{}' })
    expect(session).to.deep.include({ origin_kind: 'error', origin_id: 'i1', lease_owner: null, lease_token: 0 })
    expect(store.agentSessions.find(organizationId, session.id)).to.deep.equal(session)
  })

  it('change only once for two connections that saw the same active session', () => {
    const session = start()
    const other = openStore(directory)
    endSession(other, { session, end: { status: 'failed', reason: 'It broke' }, now: now + 1 })
    other.close()
    expect(() => {
      endSession(store, { session, end: { status: 'cancelled' }, now: now + 2 })
    }).to.throw('already ended')
    expect(store.agentSessions.find(organizationId, session.id)).to.deep.include({
      status: 'failed',
      ended_at: now + 1,
    })
  })

  it('never end before they began', () => {
    const session = start()
    endSession(store, { session, end: { status: 'failed', reason: 'It broke' }, now: now - 5_000 })
    expect(store.agentSessions.find(organizationId, session.id)?.ended_at).to.equal(now)
  })

  it('are not stored if the starting transaction fails', () => {
    const fail = () =>
      store.transact(() => {
        start()
        throw new Error('the deployment is refused')
      })
    expect(fail).to.throw('refused')
    expect(count()).to.equal(0)
    store.transact(start)
    expect(count()).to.equal(1)
  })

  it('allow one step per number', () => {
    const { id } = start()
    const row = { session_id: id, number: 1, step: '{}' }
    store.agentSessions.insertStep(row)
    expect(() => {
      store.agentSessions.insertStep(row)
    }).to.throw('UNIQUE')
    expect(store.agentSessions.listSteps(id)).to.deep.equal([{ ...row, arrival: 1 }])
  })

  it('are listed from an index, whichever filter is set', () => {
    const database = new Sqlite(join(directory, 'control-plane.db'))
    for (const filter of ['', "AND status = 'active'", "AND origin_kind = 'error'"]) {
      const sql = `SELECT * FROM agent_sessions WHERE organization_id = 'x' ${filter} ORDER BY created_at DESC, id DESC`
      const plan = database.prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql} LIMIT 5`).all()
      const text = plan.map(({ detail }) => detail).join('\n')
      expect(text, filter).to.contain('USING INDEX').and.not.to.contain('TEMP B-TREE')
    }
    database.close()
  })
})
