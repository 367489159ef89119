import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { limits } from '@signalbox/contracts'
import { expect } from 'chai'
import { addOrganization } from '../support/add-organization.js'
import { heavyStatement } from '../support/attacks/attacks.js'
import { eventually } from '../support/eventually.js'
import { readMetric } from '../support/read-metric.js'
import { startSignalbox, type SignalboxProcess } from '../support/signalbox-process.js'
import { createSpan } from '../support/telemetry.js'
import { wedgeStatement } from '../support/wedge-statement.js'

const query = '/api/v1/telemetry/query'
const theirKey = 'another-key-with-all-scopes-0001'

const range = () => ({
  start: new Date(Date.now() - 3_600_000).toISOString(),
  end: new Date(Date.now() + 60_000).toISOString(),
})

interface Answer {
  status: number
  retryAfter: string | null
  tookMs: number
}

/**
 * How much slower others may become: at most this factor compared with an idle service, and anything below this many ms
 * is acceptable.
 */
const slowdown = { times: 3, neverBelowMs: 2_000 }

describe('an organization with excessive queries', () => {
  let signalbox: SignalboxProcess
  before(async () => {
    signalbox = await startSignalbox()
    await signalbox.call('POST', '/api/v1/telemetry/spans', { spans: [createSpan({ service: 'ours' })] })
    addOrganization(join(signalbox.dataDirectory, 'control-plane'), theirKey)
    await eventually(async () => {
      expect((await list()).status).to.equal(200)
    })
  })
  after(() => signalbox.dispose())

  async function call(path: string, key: string, body?: object): Promise<Answer> {
    const startedAt = performance.now()
    const res = await fetch(signalbox.url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    })
    await res.arrayBuffer()
    return { status: res.status, retryAfter: res.headers.get('retry-after'), tookMs: performance.now() - startedAt }
  }
  const select = (sql: string) => call(`${query}/sql/`, signalbox.apiKey, { sql, ...range() })
  const list = () => call(`${query}/traces/?since=1h&limit=10`, theirKey)
  const ingest = () => call('/api/v1/telemetry/spans', theirKey, { spans: [createSpan({ service: 'theirs' })] })

  /**
   * What another organization experiences in the meantime: its lists, its ingestion, and the process's health check.
   */
  async function watchOthers(isOver: () => boolean) {
    const seen = { lists: [] as Answer[], ingests: [] as Answer[], lives: [] as number[] }
    while (!isOver()) {
      seen.lists.push(await list())
      seen.ingests.push(await ingest())
      seen.lives.push((await fetch(`${signalbox.adminUrl}/livez`)).status)
      await delay(50)
    }
    return seen
  }
  async function during<T>(work: Promise<T>) {
    let isOver = false
    const done = work.finally(() => {
      isOver = true
    })
    return { seen: await watchOthers(() => isOver), result: await done }
  }
  const p95 = (answers: Answer[]) =>
    answers.map(({ tookMs }) => tookMs).sort((a, b) => a - b)[Math.floor(answers.length * 0.95)]!
  const expectUnharmed = (quiet: Awaited<ReturnType<typeof watchOthers>>, seen: typeof quiet) => {
    expect(seen.ingests.map(({ status }) => status)).to.satisfy((all: number[]) =>
      all.every((status) => status === 202 || status === 200),
    )
    expect(seen.lives).to.satisfy((all: number[]) => all.every((status) => status === 200))
    for (const part of ['lists', 'ingests'] as const) {
      const withinMs = Math.max(slowdown.neverBelowMs, p95(quiet[part]) * slowdown.times)
      expect(p95(seen[part]), part).to.be.below(withinMs)
    }
  }

  it('delays only itself', async () => {
    const { seen: quiet } = await during(delay(2_000))
    const heavy = Array.from({ length: 20 }, () => select(heavyStatement))
    const { seen, result } = await during(Promise.all(heavy))
    expectUnharmed(quiet, seen)
    expect(seen.lists.map(({ status }) => status)).to.satisfy((all: number[]) => all.every((status) => status === 200))
    // One runs, some wait, the others are refused.
    expect(result.filter(({ status }) => status === 200).length, 'answered').to.be.at.least(1)
    expect(result.filter(({ retryAfter }) => retryAfter !== null).length, 'turned away').to.be.at.least(15)
    expect(result.map(({ status }) => status)).to.satisfy((all: number[]) =>
      all.every((status) => [200, 503].includes(status)),
    )
  })

  it('loses the engine only briefly to a statement that cannot be interrupted', async () => {
    const { seen: quiet } = await during(delay(2_000))
    const { seen, result } = await during(select(wedgeStatement))
    expect(result.status).to.equal(503)
    expect(result.tookMs).to.be.below(limits.query.sqlTimeoutMs + 4_000)
    expect(await readMetric(signalbox.adminUrl, 'signalbox_engine_ends_total')).to.equal(1)
    expectUnharmed(quiet, seen)
    for (const { status, retryAfter } of seen.lists) {
      if (status !== 200) expect([status, retryAfter]).to.deep.equal([503, '5'])
    }
    await eventually(async () => expect((await list()).status).to.equal(200), { withinMs: 5_000 })
  })

  it('cannot kill the engine again immediately', async () => {
    const again = await select(wedgeStatement)
    expect([again.status, again.retryAfter]).to.deep.equal([503, '5'])
    expect(again.tookMs).to.be.below(2_000)
    expect(await readMetric(signalbox.adminUrl, 'signalbox_engine_ends_total')).to.equal(1)
  })

  it('does not keep the process from stopping', async () => {
    const other = await startSignalbox()
    const asked = fetch(`${other.url}${query}/sql/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${other.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ sql: wedgeStatement, ...range() }),
    }).catch(() => undefined)
    await delay(1_500)
    const startedAt = performance.now()
    expect(await other.stop()).to.equal(0)
    expect(performance.now() - startedAt).to.be.below(10_000)
    await asked
    await other.dispose()
  })
})
