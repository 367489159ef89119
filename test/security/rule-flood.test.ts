import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { expect } from 'chai'
import { addOrganization } from '../support/add-organization.js'
import { attacks, sendLargeEvents } from '../support/attacks/attacks.js'
import { eventually } from '../support/eventually.js'
import { postEvent, readDsnTarget, type DsnTarget } from '../support/post-envelope.js'
import { startSignalbox, type SignalboxProcess } from '../support/signalbox-process.js'

const theirKey = 'another-key-with-all-scopes-0001'
/**
 * How much slower others may become: at most this factor compared with the same events without rules, and anything
 * below this many ms is acceptable.
 */
const slowdown = { times: 3, neverBelowMs: 10_000 }

describe('an organization with many rules that sends many large events', () => {
  let signalbox: SignalboxProcess
  let theirs: DsnTarget
  before(async () => {
    signalbox = await startSignalbox()
    addOrganization(join(signalbox.dataDirectory, 'control-plane'), theirKey)
    const { dsn } = await asOthers<{ dsn: string }>('/api/v1/telemetry/projects/', { name: 'theirs' })
    theirs = readDsnTarget(dsn)
  })
  after(() => signalbox.dispose())

  async function asOthers<T>(path: string, body?: object): Promise<T> {
    const res = await fetch(signalbox.url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${theirKey}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    })
    expect(res.ok, `${path} got status ${res.status}`).to.equal(true)
    return (await res.json()) as T
  }
  /** @returns milliseconds until an event of the other organization can be queried. */
  async function timeEvent(): Promise<number> {
    const event_id = randomBytes(16).toString('hex')
    const startedAt = performance.now()
    await postEvent(signalbox.url, theirs, { event_id, message: event_id, timestamp: Date.now() / 1_000 })
    const path = `/api/v1/telemetry/query/errors/?since=1h&event_id=${event_id}`
    const read = async () => expect((await asOthers<{ events: object[] }>(path)).events).to.have.length(1)
    await eventually(read, { withinMs: 90_000 })
    return performance.now() - startedAt
  }

  it('delays the events of others hardly more than without the rules', async function () {
    this.timeout(240_000)
    const attacker = { ...signalbox, project: await signalbox.createProject('attacker') }
    await timeEvent()
    await sendLargeEvents(attacker)
    const plainMs = await timeEvent()
    await attacks['rule flood'](attacker)
    const withinMs = Math.max(slowdown.neverBelowMs, plainMs * slowdown.times)
    expect(await timeEvent()).to.be.below(withinMs)
  })
})
