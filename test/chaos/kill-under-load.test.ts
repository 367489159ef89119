import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { eventually } from '../support/eventually.js'
import { createLoad, type Load, type LoadLedger } from '../support/load/load.js'
import { sendRepeatedErrors, type RepeatedErrors } from '../support/load/send-again.js'
import { openStoredItems, type StoredItems } from '../support/load/stored-items.js'
import { itStoredEverythingOnce } from '../support/load/stored-once.js'
import { readMetric, readMetrics } from '../support/read-metric.js'
import { createRandom } from '../support/random.js'
import { startSignalbox, type SignalboxProcess } from '../support/signalbox-process.js'
import { sendUntilGone } from './send-until-gone.js'

const kills = Number(process.env['CHAOS_KILLS'] ?? 40)
const seed = Number(process.env['CHAOS_SEED'] ?? Date.now() % 2 ** 31)
const senders = 4

describe(`kill -9 at ${kills} random points under load (seed ${seed})`, () => {
  const random = createRandom(seed)
  const ledger: LoadLedger = { acknowledged: [], uncertain: [] }
  const seen = { batchesRepeated: 0, batchesPartial: 0 }
  let dataDirectory: string
  let stored: StoredItems
  let repeated: RepeatedErrors | undefined

  before(async () => {
    dataDirectory = await mkdtemp(join(tmpdir(), 'signalbox-chaos-'))
    let load: Load | undefined
    for (let kill = 0; kill < kills; kill += 1) {
      // As on machines with more cores: batches are processed in parallel.
      const env = { SIGNALBOX_CONSUMER_PROCESSORS: String(random.integer(1, 3)) }
      const signalbox = await startSignalbox({ dataDirectory, env })
      load ??= createLoad(random, await signalbox.createProject('chaos'))
      repeated ??= await sendRepeatedErrors([signalbox], { load, ledger })
      await runAndKill(signalbox, load)
    }
    const signalbox = await startSignalbox({ dataDirectory })
    await drain(signalbox)
    await sendAgain(signalbox)
    expect(await signalbox.stop()).to.equal(0)
    stored = await openStoredItems({ dataDirectory: join(dataDirectory, 'analytics') })
  })
  after(async () => {
    await stored.close()
    await rm(dataDirectory, { recursive: true, force: true })
  })

  /**
   * Kills the process during the batch after a given number of batches, independent of the machine's speed; sometimes
   * before any.
   */
  async function runAndKill(signalbox: SignalboxProcess, load: Load): Promise<void> {
    const stopping = new AbortController()
    const startedAt = performance.now()
    const sending = sendUntilGone(signalbox, load, ledger, { senders, signal: stopping.signal })
    const batches = random.integer(0, 3)
    await eventually(
      async () => {
        expect(await readMetric(signalbox.adminUrl, 'signalbox_consumer_batches_total')).to.be.at.least(batches)
      },
      { withinMs: 60_000, everyMs: 10 },
    )
    await countRepeats(signalbox)
    const batchMs = (performance.now() - startedAt) / Math.max(1, batches)
    await delay(random.integer(0, Math.round(batchMs)))
    await signalbox.kill()
    stopping.abort()
    await sending
  }

  async function countRepeats(signalbox: SignalboxProcess): Promise<void> {
    seen.batchesRepeated += await readMetric(signalbox.adminUrl, 'signalbox_consumer_batches_repeated_total')
    seen.batchesPartial += await readMetric(signalbox.adminUrl, 'signalbox_consumer_batches_partial_total')
  }

  async function drain(signalbox: SignalboxProcess): Promise<void> {
    await eventually(
      async () => {
        const measurements = await readMetrics(signalbox.adminUrl, 'signalbox_consumer_lag_records')
        expect(measurements.length, 'topics measured').to.be.greaterThan(0)
        expect(measurements.filter((lag) => lag > 0)).to.deep.equal([])
      },
      { withinMs: 120_000, everyMs: 250 },
    )
    await countRepeats(signalbox)
  }

  /**
   * Resends what was sent before the first kill. Its errors and everything in the same envelopes are dropped as
   * duplicates.
   */
  async function sendAgain(signalbox: SignalboxProcess): Promise<void> {
    const countDropped = () => readMetric(signalbox.adminUrl, 'signalbox_consumer_items_total', 'outcome="dropped"')
    const before = await countDropped()
    await repeated?.sendAgain([signalbox])
    const dropped = before + 2 * (repeated?.count ?? 0)
    await eventually(async () => expect(await countDropped()).to.equal(dropped), { withinMs: 60_000 })
  }

  itStoredEverythingOnce(() => ({ ledger, stored, sentAgain: repeated?.count ?? 0 }))

  it('repeats batches, and repairs at least one stored partially', () => {
    expect(seen.batchesRepeated, 'batches repeated').to.be.greaterThan(0)
    expect(seen.batchesPartial, 'batches partly there').to.be.greaterThan(0)
  })
})
