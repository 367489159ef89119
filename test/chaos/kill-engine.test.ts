import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { eventually } from '../support/eventually.js'
import { createLoad, type LoadLedger } from '../support/load/load.js'
import { openStoredItems, type StoredItems } from '../support/load/stored-items.js'
import { itStoredEverythingOnce } from '../support/load/stored-once.js'
import { createRandom } from '../support/random.js'
import { readMetric, readMetrics } from '../support/read-metric.js'
import { startSignalbox, type SignalboxProcess } from '../support/signalbox-process.js'
import { sendUntilGone } from './send-until-gone.js'

const kills = Number(process.env['CHAOS_ENGINE_KILLS'] ?? 10)
const seed = Number(process.env['CHAOS_SEED'] ?? Date.now() % 2 ** 31)
/** On a busy machine, as long as this many starts of an empty Node process: about two seconds' worth. */
const recoverWithin = { ms: 2_000, bareStarts: 40 }
const pauseMsMax = 3_000
const senders = 3

describe(`kill -9 of the analytics engine at ${kills} random points under load (seed ${seed})`, () => {
  const random = createRandom(seed)
  const ledger: LoadLedger = { acknowledged: [], uncertain: [] }
  const recoveries: { tookMs: number; withinMs: number }[] = []
  const unlike200: number[] = []
  let failedAttempts = 0
  let dataDirectory: string
  let signalbox: SignalboxProcess
  let stored: StoredItems

  before(async () => {
    dataDirectory = await mkdtemp(join(tmpdir(), 'signalbox-chaos-'))
    signalbox = await startSignalbox({ dataDirectory })
    const load = createLoad(random, await signalbox.createProject('chaos'))
    const stopping = new AbortController()
    const sending = sendUntilGone(signalbox, load, ledger, { senders, signal: stopping.signal })
    for (let kill = 0; kill < kills; kill += 1) {
      await delay(random.integer(0, pauseMsMax))
      await killEngine()
    }
    stopping.abort()
    await sending
    await drain()
    failedAttempts = await readMetric(signalbox.adminUrl, 'signalbox_consumer_failed_attempts_total')
    expect(await signalbox.stop()).to.equal(0)
    stored = await openStoredItems({ dataDirectory: join(dataDirectory, 'analytics') })
  })
  after(async () => {
    await stored.close()
    await signalbox.dispose()
    await rm(dataDirectory, { recursive: true, force: true })
  })

  async function killEngine(): Promise<void> {
    process.kill(findEngine(signalbox), 'SIGKILL')
    const startedAt = performance.now()
    await eventually(
      async () => {
        const { status } = await signalbox.call('GET', '/api/v1/telemetry/query/traces/?since=1h&limit=1')
        if (status !== 200) unlike200.push(status)
        expect(status).to.equal(200)
      },
      { withinMs: 10_000, everyMs: 20 },
    )
    const tookMs = performance.now() - startedAt
    const withinMs = Math.max(recoverWithin.ms, recoverWithin.bareStarts * (await timeBareStart()))
    recoveries.push({ tookMs, withinMs })
    const live = await fetch(`${signalbox.adminUrl}/livez`)
    expect(live.status, 'livez').to.equal(200)
  }

  async function drain(): Promise<void> {
    await eventually(
      async () => {
        const measurements = await readMetrics(signalbox.adminUrl, 'signalbox_consumer_lag_records')
        expect(measurements.length, 'topics measured').to.be.greaterThan(0)
        expect(measurements.filter((lag) => lag > 0)).to.deep.equal([])
      },
      { withinMs: 120_000, everyMs: 250 },
    )
  }

  itStoredEverythingOnce(() => ({ ledger, stored }))

  it('serves reads again within two seconds of each kill, and answers at most 503 in between', () => {
    expect(recoveries).to.have.lengthOf(kills)
    expect(recoveries.filter(({ tookMs, withinMs }) => tookMs > withinMs)).to.deep.equal([])
    expect(unlike200.filter((status) => status !== 503)).to.deep.equal([])
  })

  it('retries interrupted batches', () => {
    expect(failedAttempts).to.be.greaterThan(0)
  })
})

/** The engine that the installation started last, according to its log. */
function findEngine(signalbox: SignalboxProcess): number {
  const opened = signalbox.output().matchAll(/^\{.*"pid":(?<pid>\d+),"tookMs".*analytics engine started.*$/gm)
  const pid = [...opened].at(-1)?.groups?.['pid']
  expect(pid, 'the log names an engine').not.to.equal(undefined)
  return Number(pid)
}

async function timeBareStart(): Promise<number> {
  const startedAt = performance.now()
  await promisify(execFile)(process.execPath, ['--eval', '0'])
  return performance.now() - startedAt
}
