import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { expect } from 'chai'
import { addOrganization } from '../support/add-organization.js'
import { attacks, sendLargeEvents } from '../support/attacks/attacks.js'
import { eventually } from '../support/eventually.js'
import { readMetric } from '../support/read-metric.js'
import { postEvent, readDsnTarget, type DsnTarget } from '../support/post-envelope.js'
import { startSignalbox, type SignalboxProcess } from '../support/signalbox-process.js'

const theirKey = 'another-key-with-all-scopes-0001'
/**
 * How much processor time events may take with the rules: this factor of the same events without them, or this many
 * seconds. Steps of rules are counted, so the time they take depends on the machine but not on what else runs there.
 * Without a budget, the rules take more than a minute.
 */
const cost = { times: 3, neverBelowSeconds: 15 }

describe('an organization with many rules and many large events', () => {
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
  /** Waits until an event of the other organization, which is behind all earlier ones, can be queried. */
  async function sendTheirs(): Promise<void> {
    const event_id = randomBytes(16).toString('hex')
    await postEvent(signalbox.url, theirs, { event_id, message: event_id, timestamp: Date.now() / 1_000 })
    const path = `/api/v1/telemetry/query/errors/?since=1h&event_id=${event_id}`
    const read = async () => expect((await asOthers<{ events: object[] }>(path)).events).to.have.length(1)
    await eventually(read, { withinMs: 200_000 })
  }
  /** @returns seconds of processor time until everything is stored, including the other organization's event. */
  async function measure(flood: () => Promise<void>): Promise<number> {
    const readSeconds = () => readMetric(signalbox.adminUrl, 'process_cpu_seconds_total')
    const before = await readSeconds()
    await flood()
    await sendTheirs()
    return (await readSeconds()) - before
  }

  it('costs hardly more than without the rules, and does not keep others from sending', async function () {
    this.timeout(480_000)
    const attacker = { ...signalbox, project: await signalbox.createProject('attacker') }
    await sendTheirs()
    const plain = await measure(() => sendLargeEvents(attacker))
    const ruled = await measure(() => attacks['rule flood'](attacker))
    expect(ruled).to.be.below(Math.max(cost.neverBelowSeconds, plain * cost.times))
  })
})
