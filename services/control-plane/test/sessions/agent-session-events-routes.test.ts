import { join } from 'node:path'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { createId, type SessionSummary } from '@signalbox/contracts'
import { createHttpServer, createMetrics, createRateLimits, silentLog, type HttpServer } from '@signalbox/service-kit'
import { expect } from 'chai'
import { createApp, openControlPlane, type ControlPlane } from '../../src/index.js'
import { createApiKeyRow } from '../../src/identity/api-keys/create-api-key-row.js'
import { openStore } from '../../src/control-plane-store.js'
import { eventually } from '../../../../test/support/eventually.js'
import { recordedStep, sampleReport, sampleUsage } from '../support/session-samples.js'

const rootKey = 'root-key-of-the-test'
const foreignKey = 'foreign-key-of-the-test'
const narrowKey = 'narrow-key-of-the-test'
const unknownId = '0192f3a0-0000-7000-8000-000000000001'

interface ReadEvent {
  id: string
  event: string
  data: unknown
}

describe('events of an agent session', () => {
  let directory: string
  let controlPlane: ControlPlane
  let server: HttpServer
  let ending: AbortController
  let url: string

  before(async () => {
    directory = mkdtempSync(join(tmpdir(), 'session-events-'))
    controlPlane = openControlPlane({ dataDirectory: directory, publicUrl: 'http://signalbox.test' })
    insertKeys(directory, controlPlane.bootstrap(rootKey).organizationId)
    ending = new AbortController()
    const rateLimits = createRateLimits({ queryPerMinute: 1_000_000, ingestPerMinute: 1_000_000 })
    const app = createApp({ controlPlane, log: silentLog, metrics: createMetrics(), rateLimits, ending: ending.signal })
    server = createHttpServer({ app, port: 0, host: '127.0.0.1', log: silentLog })
    await server.start()
    url = `http://127.0.0.1:${server.address().port}`
  })
  after(async () => {
    ending.abort()
    await server.stop()
    controlPlane.close()
    rmSync(directory, { recursive: true, force: true })
  })

  const send = (method: string, path: string, headers: Record<string, string> = {}, body?: object) =>
    fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${rootKey}`, 'content-type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
  const start = async () => {
    const res = await send('POST', '/api/v1/agent/sessions/', {}, { prompt: 'Why?' })
    const { session_id: id } = (await res.json()) as { session_id: string }
    const [claimed] = await controlPlane.sessionWork.claimSessions({ owner: 'worker', leaseMs: 60_000, max: 1 })
    if (claimed?.lease.sessionId !== id) throw new Error('another session was claimed')
    const { lease } = claimed
    return {
      id,
      path: `/api/v1/agent/sessions/${id}/events/`,
      append: (number: number) => controlPlane.sessionWork.appendStep(lease, recordedStep(number), sampleUsage),
      complete: () => controlPlane.sessionWork.endTurn(lease, { status: 'completed', report: sampleReport }),
      fail: () => controlPlane.sessionWork.endTurn(lease, { status: 'failed', reason: 'It broke' }),
      cancel: () => send('POST', `/api/v1/agent/sessions/${id}/cancel/`, {}, {}),
    }
  }
  /** Reads events into a list as they arrive. */
  const watch = async (path: string, headers: Record<string, string> = {}) => {
    const res = await send('GET', path, headers)
    expect(res.status).to.equal(200)
    const events: ReadEvent[] = []
    const over = readEvents(res, events)
    return { events, over, ids: () => events.map(({ id }) => id), kinds: () => events.map(({ event }) => event) }
  }

  for (const spelling of ['agent/sessions', 'agent-sessions']) {
    it(`are streamed at /api/v1/${spelling}/ as they happen: each step, then the end, which closes the stream`, async () => {
      const session = await start()
      await session.append(1)
      const { events, over, ids } = await watch(`/api/v1/${spelling}/${session.id}/events/`)
      await eventually(() => {
        expect(ids()).to.deep.equal(['1'])
      })
      await session.append(2)
      await eventually(() => {
        expect(ids()).to.deep.equal(['1', '2'])
      })
      await session.complete()
      await over
      expect(ids()).to.deep.equal(['1', '2', '3'])
      expect(events[1]).to.deep.include({ event: 'step', data: recordedStep(2).step })
      const end = events[2]?.data as SessionSummary
      expect(end).to.deep.include({ session_id: session.id, status: 'completed', verdict: 'inconclusive' })
    })
  }

  it('are sent in the order in which steps finish, whatever their numbers', async () => {
    const session = await start()
    await session.append(2)
    await session.append(1)
    await session.fail()
    const { events, over } = await watch(session.path)
    await over
    const numbers = events.slice(0, 2).map(({ data }) => (data as { number: number }).number)
    expect(numbers).to.deep.equal([2, 1])
    expect(events[2]?.data).to.deep.include({ status: 'failed', failure: 'It broke' })
  })

  it("continue after the caller's last event, and end immediately after the last one", async () => {
    const session = await start()
    for (const number of [1, 2, 3]) await session.append(number)
    await session.cancel()
    const last = (id: string) => ({ 'Last-Event-ID': id })
    const resumed = await watch(session.path, last('2'))
    await resumed.over
    expect(resumed.ids()).to.deep.equal(['3', '4'])
    const finished = await watch(session.path, last('4'))
    await finished.over
    expect(finished.ids()).to.deep.equal([])
    for (const nonsense of ['-1', 'e2', '1e3', '99999999999999999999']) {
      const whole = await watch(session.path, last(nonsense))
      await whole.over
      expect(whole.ids(), nonsense).to.have.length(4)
    }
  })

  it('are sent to all watchers, and continue for others when one leaves', async () => {
    const session = await start()
    const leaving = new AbortController()
    const first = await fetch(url + session.path, {
      headers: { authorization: `Bearer ${rootKey}` },
      signal: leaving.signal,
    })
    const second = await watch(session.path)
    const third = await watch(session.path)
    leaving.abort()
    await first.text().catch(() => undefined)
    await session.append(1)
    await session.cancel()
    await Promise.all([second.over, third.over])
    expect(second.kinds()).to.deep.equal(['step', 'status'])
    expect(third.kinds()).to.deep.equal(['step', 'status'])
  })

  it('answers 400, 401, 403 and 404 before anything is streamed', async () => {
    const { path } = await start()
    const statusOf = async (at: string, key = rootKey) =>
      (await send('GET', at, { authorization: key === '' ? '' : `Bearer ${key}` })).status
    expect(await statusOf('/api/v1/agent/sessions/x/events/')).to.equal(400)
    expect(await statusOf(path, '')).to.equal(401)
    expect(await statusOf(path, narrowKey)).to.equal(403)
    expect(await statusOf(path, foreignKey)).to.equal(404)
    expect(await statusOf(`/api/v1/agent/sessions/${unknownId}/events/`)).to.equal(404)
  })

  describe('evidence', () => {
    const evidencePath = (id: string, evidence: string) => `/api/v1/agent/sessions/${id}/evidence/${evidence}/`

    it('is returned completely, with its query', async () => {
      const session = await start()
      await session.append(3)
      const { step, results } = recordedStep(3)
      for (const path of [evidencePath(session.id, 'e3'), `/api/v1/agent-sessions/${session.id}/evidence/e3`]) {
        const res = await send('GET', path)
        expect(await res.json()).to.deep.equal({ step_number: 3, evidence: step.evidence[0], result: results['e3'] })
      }
    })

    it('answers 400, 401, 403 and 404, and gives nothing else away that a step recorded', async () => {
      const session = await start()
      await session.append(1)
      const statusOf = async (evidence: string, key = rootKey) =>
        (await send('GET', evidencePath(session.id, evidence), { authorization: key === '' ? '' : `Bearer ${key}` }))
          .status
      expect(await statusOf('note')).to.equal(400)
      expect(await statusOf('e0')).to.equal(400)
      expect(await statusOf('e1', '')).to.equal(401)
      expect(await statusOf('e1', narrowKey)).to.equal(403)
      expect(await statusOf('e1', foreignKey)).to.equal(404)
      expect(await statusOf('e2')).to.equal(404)
    })
  })

  it('end when the server stops, which does not wait for watchers', async () => {
    const session = await start()
    const { over } = await watch(session.path)
    ending.abort()
    await over
  })
})

/** A key of another organization, and one that may not read sessions. */
function insertKeys(directory: string, organizationId: string): void {
  const store = openStore(directory)
  const foreign = { id: createId(), name: 'Foreign', created_at: Date.now() }
  store.organizations.insert(foreign)
  const base = { name: 'key', createdAt: Date.now(), queryLimitPerMinute: null, ingestLimitPerMinute: null }
  const keys = [
    { organizationId: foreign.id, secret: foreignKey, scopes: ['sessions:read'] },
    { organizationId, secret: narrowKey, scopes: ['telemetry:read'] },
  ] as const
  for (const key of keys) store.apiKeys.insert(createApiKeyRow({ ...base, id: createId(), ...key }))
  store.close()
}

async function readEvents(res: Response, events: ReadEvent[]): Promise<void> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of (res.body ?? []) as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true })
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    events.push(...blocks.filter((block) => block.startsWith('id: ')).map(readEvent))
  }
}

function readEvent(block: string): ReadEvent {
  const [, id = '', event = '', data = 'null'] = /^id: (.*)\nevent: (.*)\ndata: (.*)$/.exec(block) ?? []
  return { id, event, data: JSON.parse(data) as unknown }
}
