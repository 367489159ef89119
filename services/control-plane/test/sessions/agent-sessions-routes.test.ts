import { join } from 'node:path'
import {
  limits,
  type SessionCreated,
  type SessionDetail,
  type SessionReport,
  type SessionStep,
  type SessionSummary,
} from '@signalbox/contracts'
import { Database as Sqlite } from '@signalbox/sqlite'
import { expect } from 'chai'
import { startSession, type NewSession } from '../../src/sessions/start-session.js'
import { endSession, type SessionEnd } from '../../src/sessions/session-states.js'
import { openStore, type ControlPlaneStore } from '../../src/control-plane-store.js'
import { faultsOf, TestControlPlane } from '../support/test-control-plane.js'

const path = '/api/v1/agent/sessions/'
const otherPath = '/api/v1/agent-sessions/'
const unknownId = '0192f3a0-0000-7000-8000-000000000001'
const uuidV7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

interface SessionList {
  sessions: SessionSummary[]
  count: number
  next: string | null
  previous: string | null
}

const report: SessionReport = {
  verdict: 'cause_found',
  summary: 'A commit broke the checkout',
  cause: { kind: 'commit', commit_sha: 'abc', change_id: null, mechanism: 'A null total' },
  first_failing_service: 'checkout',
  onset_at: '2026-01-01T00:00:00.000Z',
  blast_radius: ['cart'],
  remediation: 'rollback',
  confidence: 0.9,
  claims: [
    {
      text: 'It began then',
      evidence_ids: ['e1'],
      assertion: [{ evidence_id: 'e1', pointer: '/count', operator: 'more-than', value: 0 }],
      status: 'verified',
    },
  ],
  rivals: [],
}
const step: SessionStep = {
  number: 1,
  tool: 'query_errors',
  input: { since: '1h' },
  text: 'Look at the errors',
  error: null,
  evidence: [
    {
      evidence_id: 'e1',
      summary: '3 errors',
      query: { operation: 'queryErrors', parameters: { limit: 1 } },
      derived_from: [],
      window: null,
      row_count: 1,
      result_sha256: 'a'.repeat(64),
      data: { count: 3 },
    },
  ],
  started_at: '2026-01-01T00:00:01.000Z',
  duration_ms: 12,
}

describe('agent sessions', () => {
  let test: TestControlPlane
  /** A separate connection, like another process. */
  let store: ControlPlaneStore

  before(() => {
    test = new TestControlPlane()
    store = openStore(test.directory)
  })
  after(() => {
    store.close()
    test.close()
  })
  afterEach(() => {
    const database = new Sqlite(join(test.directory, 'control-plane.db'))
    database.exec('DELETE FROM agent_session_steps; DELETE FROM agent_sessions')
    database.close()
  })

  const create = async (body: object = { prompt: 'Why is the checkout slow?' }, key = test.rootKey) => {
    const res = await test.post(path, body, key)
    expect(res.status, res.text).to.equal(201)
    return JSON.parse(res.text) as SessionCreated
  }
  const start = (more: Partial<NewSession> = {}) => {
    test.now += 1_000
    const { organizationId, now } = test
    const origin = { kind: 'manual', id: null } as const
    return startSession(store, { organizationId, prompt: 'Look', context: {}, origin, now, ...more })
  }
  const end = (id: string, how: SessionEnd) => {
    const session = store.agentSessions.find(test.organizationId, id)
    if (!session) throw new Error('no such session')
    endSession(store, { session, end: how, now: test.now })
  }
  const read = async (id: string) => {
    const res = await test.get(`${path}${id}/`)
    expect(res.status, res.text).to.equal(200)
    return JSON.parse(res.text) as SessionDetail
  }
  const list = async (query = '') => {
    const res = await test.get(`${path}?${query}`)
    expect(res.status, res.text).to.equal(200)
    return JSON.parse(res.text) as SessionList
  }
  const listIds = async (query = '') => (await list(query)).sessions.map((session) => session.session_id)
  const cancel = (id: string, key?: string) => test.post(`${path}${id}/cancel/`, {}, key)
  const expectNothingStarted = async () => {
    expect(await list()).to.deep.include({ count: 0, sessions: [] })
  }

  describe('POST', () => {
    for (const spelling of [path, otherPath, otherPath.slice(0, -1)]) {
      it(`answers 201 with an active session at ${spelling}`, async () => {
        const res = await test.post(spelling, { prompt: 'Why?' })
        expect(res.status).to.equal(201)
        const created = JSON.parse(res.text) as SessionCreated
        expect(created.session_id).to.match(uuidV7)
        expect(created).to.deep.equal({
          session_id: created.session_id,
          status: 'active',
          created_at: new Date(test.now).toISOString(),
          url: `/agents/${created.session_id}`,
        })
        expect(await listIds()).to.deep.equal([created.session_id])
      })
    }

    const tooLong = limits.text.promptBytesMax + 1
    const badBodies: readonly [string, object, string][] = [
      ['without a prompt', {}, '/prompt'],
      ['with an empty prompt', { prompt: '' }, '/prompt'],
      ['with a blank prompt', { prompt: ' \n\t ' }, '/prompt'],
      ['with a prompt that is not text', { prompt: 7 }, '/prompt'],
      ['with a prompt of too many characters', { prompt: 'x'.repeat(tooLong) }, '/prompt'],
      ['with a prompt of too many bytes', { prompt: 'é'.repeat(tooLong / 2 + 1) }, '/prompt'],
      ['with a context that is a list', { prompt: 'Why?', context: [] }, '/context'],
      ['with a context that is null', { prompt: 'Why?', context: null }, '/context'],
      ['with a context that is text', { prompt: 'Why?', context: 'x' }, '/context'],
      ['with a context that is too large', { prompt: 'Why?', context: { log: 'x'.repeat(tooLong) } }, '/context'],
    ]
    for (const [what, body, field] of badBodies) {
      it(`answers 400 naming ${field} and starts nothing ${what}`, async () => {
        const res = await test.post(path, body)
        expect(res.status).to.equal(400)
        expect([...new Set(faultsOf(res))]).to.deep.equal([field])
        await expectNothingStarted()
      })
    }

    it('names each of two texts that are too long', async () => {
      const text = 'é'.repeat(limits.text.promptBytesMax / 2 + 1)
      const res = await test.post(path, { prompt: text, context: { text } })
      expect(faultsOf(res)).to.deep.equal(['/prompt', '/context'])
    })

    it('accepts the longest prompt and the largest context, and stores both unchanged', async () => {
      const prompt = 'é'.repeat(limits.text.promptBytesMax / 2)
      const context = { log: 'x'.repeat(limits.agentSession.contextBytesMax - '{"log":""}'.length) }
      const { session_id: id } = await create({ prompt, context })
      expect(await read(id)).to.deep.include({ prompt, context })
    })

    it('answers 401 without a key and 403 to a read-only key, and starts nothing', async () => {
      expect((await test.post(path, { prompt: 'Why?' }, '')).status).to.equal(401)
      const key = await test.createKey(['sessions:read'])
      expect((await test.post(path, { prompt: 'Why?' }, key)).status).to.equal(403)
      await expectNothingStarted()
    })
  })

  describe('GET detail', () => {
    it('returns a new session without steps, verdict and report, at both spellings and in any case', async () => {
      const context = { service: 'checkout', deep: { list: [1, null, 'ü'] } }
      const created = await create({ prompt: 'Why?', context })
      test.now += 1_500
      const detail = {
        ...created,
        prompt: 'Why?',
        origin: { kind: 'manual', id: null },
        ended_at: null,
        verdict: null,
        context,
        report: null,
        steps: [],
        usage: { steps: 0, queries: 0, input_tokens: 0, output_tokens: 0, duration_ms: 1_500 },
      }
      expect(await read(created.session_id)).to.deep.equal(detail)
      expect(await read(created.session_id.toUpperCase())).to.deep.equal(detail)
      const res = await test.get(`${otherPath}${created.session_id}`)
      expect(JSON.parse(res.text)).to.deep.equal(detail)
    })

    it('returns a completed session with its steps in order, its report and its duration', async () => {
      const { id } = start({ origin: { kind: 'deployment', id: 'd1' } })
      for (const number of [2, 1]) {
        store.agentSessions.insertStep({ session_id: id, number, step: JSON.stringify({ ...step, number }) })
      }
      test.now += 5_000
      end(id, { status: 'completed', report })
      test.now += 60_000
      const detail = await read(id)
      expect(detail).to.deep.include({ status: 'completed', verdict: 'cause_found', report })
      expect(detail.origin).to.deep.equal({ kind: 'deployment', id: 'd1' })
      expect(detail.steps).to.deep.equal([step, { ...step, number: 2 }])
      expect(detail.usage).to.deep.include({ steps: 2, duration_ms: 5_000 })
    })

    it('answers 400 to an invalid id, 404 to unknown sessions and those of another organization', async () => {
      const { session_id: id } = await create()
      const odd = await test.get(`${path}one/`)
      expect(odd.status).to.equal(400)
      expect(faultsOf(odd)).to.deep.equal(['session_id'])
      expect((await test.get(`${path}${unknownId}/`)).status).to.equal(404)
      expect((await test.get(`${path}${id}/`, test.foreignKey)).status).to.equal(404)
    })

    it('answers 401 without a key and 403 to a write-only key', async () => {
      const { session_id: id } = await create()
      expect((await test.get(`${path}${id}/`, '')).status).to.equal(401)
      expect((await test.get(`${path}${id}/`, await test.createKey(['sessions:write']))).status).to.equal(403)
    })

    it('returns the same after the database was reopened', async () => {
      const { session_id: id } = await create({ prompt: 'Why?', context: { a: 1 } })
      store.agentSessions.insertStep({ session_id: id, number: 1, step: JSON.stringify(step) })
      await cancel(id)
      const detail = await read(id)
      test.reopen()
      expect(await read(id)).to.deep.equal(detail)
    })
  })

  describe('GET list', () => {
    it('returns the newest first, with summaries only', async () => {
      const first = start()
      const second = start({ origin: { kind: 'workflow_run', id: 'r1' }, prompt: 'Second' })
      end(second.id, { status: 'completed', report })
      expect(await listIds()).to.deep.equal([second.id, first.id])
      expect((await list()).sessions[0]).to.deep.equal({
        session_id: second.id,
        status: 'completed',
        created_at: new Date(second.created_at).toISOString(),
        url: `/agents/${second.id}`,
        prompt: 'Second',
        origin: { kind: 'workflow_run', id: 'r1' },
        ended_at: new Date(test.now).toISOString(),
        verdict: 'cause_found',
      })
    })

    it('filters by status, by origin and by both', async () => {
      const manual = start()
      const deployment = start({ origin: { kind: 'deployment', id: 'd1' } })
      const failed = start({ origin: { kind: 'deployment', id: 'd2' } })
      end(failed.id, { status: 'failed', reason: 'It broke' })
      expect(await listIds('status=active')).to.deep.equal([deployment.id, manual.id])
      expect(await listIds('origin=deployment')).to.deep.equal([failed.id, deployment.id])
      expect(await listIds('origin=deployment&status=failed')).to.deep.equal([failed.id])
      expect(await list('origin=error')).to.deep.equal({ sessions: [], count: 0, next: null, previous: null })
    })

    it('returns pages that do not overlap, with links that retain the filters', async () => {
      const ids = Array.from({ length: 5 }, () => start().id).toReversed()
      end(start().id, { status: 'failed', reason: 'It broke' })
      const pages: string[][] = []
      let next: string | null = `${path}?status=active&page_size=2`
      let last: SessionList | undefined
      while (next !== null) {
        const res = await test.get(next)
        last = JSON.parse(res.text) as SessionList
        expect(last.count).to.equal(5)
        pages.push(last.sessions.map((session) => session.session_id))
        next = last.next?.replace('https://telemetry.example.com', '') ?? null
      }
      expect(pages).to.deep.equal([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)])
      const base = `https://telemetry.example.com${path}`
      expect(last?.previous).to.equal(`${base}?status=active&page=2&page_size=2`)
      expect(await listIds('page=9')).to.deep.equal([])
    })

    for (const query of ['status=done', 'origin=alert', 'page=0', 'page_size=101', 'status=']) {
      it(`answers 400 to ${query}, naming the parameter`, async () => {
        const res = await test.get(`${path}?${query}`)
        expect(res.status).to.equal(400)
        expect(faultsOf(res)).to.deep.equal([query.split('=')[0]])
      })
    }

    it('shows nothing to another organization', async () => {
      await create()
      const res = await test.get(path, test.foreignKey)
      expect(JSON.parse(res.text)).to.deep.include({ sessions: [], count: 0 })
    })

    it('answers 401 without a key and 403 to a write-only key', async () => {
      expect((await test.get(path, '')).status).to.equal(401)
      expect((await test.get(path, await test.createKey(['sessions:write']))).status).to.equal(403)
    })
  })

  describe('POST cancel', () => {
    it('ends an active session without a verdict and returns its detail', async () => {
      const { session_id: id } = await create()
      test.now += 2_000
      const res = await cancel(id)
      expect(res.status).to.equal(200)
      const detail = JSON.parse(res.text) as SessionDetail
      const ended_at = new Date(test.now).toISOString()
      expect(detail).to.deep.include({ status: 'cancelled', ended_at, verdict: null, report: null })
      expect(await read(id)).to.deep.equal(detail)
    })

    const failed = { status: 'failed', reason: 'It broke' } as const
    const ends: readonly SessionEnd[] = [{ status: 'completed', report }, failed, { status: 'cancelled' }]
    for (const how of ends) {
      it(`answers 409 to a session that is ${how.status}, and does not change it`, async () => {
        const { id } = start()
        end(id, how)
        const before = await read(id)
        expect((await cancel(id)).status).to.equal(409)
        expect(await read(id)).to.deep.equal(before)
      })
    }

    it('succeeds for one of many concurrent requests', async () => {
      const { session_id: id } = await create()
      const answers = await Promise.all(Array.from({ length: 8 }, () => cancel(id)))
      const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
      expect(statuses).to.deep.equal([200, 409, 409, 409, 409, 409, 409, 409])
    })

    it('answers 404 to another organization and 403 to a read-only key, and the session continues', async () => {
      const { session_id: id } = await create()
      expect((await cancel(unknownId)).status).to.equal(404)
      expect((await cancel(id, test.foreignKey)).status).to.equal(404)
      expect((await cancel(id, await test.createKey(['sessions:read']))).status).to.equal(403)
      expect((await cancel(id, '')).status).to.equal(401)
      expect((await cancel('one')).status).to.equal(400)
      expect((await read(id)).status).to.equal('active')
    })
  })
})
