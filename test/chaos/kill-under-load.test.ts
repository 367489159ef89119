import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { eventually } from '../support/eventually.js'
import { readMetric, readMetrics } from '../support/read-metric.js'
import { createRandom } from '../support/random.js'
import { startSignalbox, type SignalboxProcess } from '../support/signalbox-process.js'
import { createLoad, sendUntilGone, type Load, type LoadLedger } from './load.js'
import { openStoredItems, type StoredItems } from './stored-items.js'

const kills = Number(process.env['CHAOS_KILLS'] ?? 40)
const seed = Number(process.env['CHAOS_SEED'] ?? Date.now() % 2 ** 31)
const senders = 6

describe(`kill -9 at ${kills} random points under load (seed ${seed})`, () => {
  const random = createRandom(seed)
  const ledger: LoadLedger = { acknowledged: [], uncertain: [] }
  const seen = { batchesRepeated: 0, batchesPartial: 0 }
  let dataDirectory: string
  let stored: StoredItems

  before(async () => {
    dataDirectory = await mkdtemp(join(tmpdir(), 'signalbox-chaos-'))
    let load: Load | undefined
    for (let kill = 0; kill < kills; kill += 1) {
      const signalbox = await startSignalbox({ dataDirectory })
      load ??= createLoad(random, await signalbox.createProject('chaos'))
      await runAndKill(signalbox, load)
    }
    await drainAndStop(await startSignalbox({ dataDirectory }))
    stored = await openStoredItems(dataDirectory)
  })
  after(async () => {
    await stored.close()
    await rm(dataDirectory, { recursive: true, force: true })
  })

  async function runAndKill(signalbox: SignalboxProcess, load: Load): Promise<void> {
    const stopping = new AbortController()
    const sending = sendUntilGone(signalbox, load, ledger, { senders, signal: stopping.signal })
    await delay(random.integer(200, 2_000))
    await countRepeats(signalbox)
    await delay(random.integer(0, 50))
    await signalbox.kill()
    stopping.abort()
    await sending
  }

  async function countRepeats(signalbox: SignalboxProcess): Promise<void> {
    seen.batchesRepeated += await readMetric(signalbox.adminUrl, 'signalbox_consumer_batches_repeated_total')
    seen.batchesPartial += await readMetric(signalbox.adminUrl, 'signalbox_consumer_batches_partial_total')
  }

  async function drainAndStop(signalbox: SignalboxProcess): Promise<void> {
    await eventually(
      async () => {
        const measurements = await readMetrics(signalbox.adminUrl, 'signalbox_consumer_lag_records')
        expect(measurements.length, 'topics measured').to.be.greaterThan(0)
        expect(measurements.filter((lag) => lag > 0)).to.deep.equal([])
      },
      { withinMs: 120_000, everyMs: 250 },
    )
    await countRepeats(signalbox)
    expect(await signalbox.stop()).to.equal(0)
  }

  /** Every acknowledged item is there; nothing is there twice; nothing is there that was never sent. */
  function expectExactlyOnce(
    found: Map<string, number>,
    identify: (items: LoadLedger['acknowledged'][number]) => string[],
  ) {
    const acknowledged = ledger.acknowledged.flatMap(identify)
    const sent = new Set([...acknowledged, ...ledger.uncertain.flatMap(identify)])
    expect(acknowledged.length, 'acknowledged').to.be.greaterThan(0)
    expect(
      acknowledged.filter((id) => !found.has(id)),
      'lost',
    ).to.deep.equal([])
    expect(
      [...found].filter(([, count]) => count !== 1),
      'doubled',
    ).to.deep.equal([])
    expect(
      [...found.keys()].filter((id) => !sent.has(id)),
      'never sent',
    ).to.deep.equal([])
  }

  it('keeps every acknowledged error exactly once', async () => {
    expectExactlyOnce(await stored.countBy('events', 'event_id'), (items) => items.eventIds)
  })

  it('keeps every acknowledged span exactly once', async () => {
    expectExactlyOnce(await stored.countBy('spans', 'span_id'), (items) => items.spanIds)
  })

  it('keeps every acknowledged sample exactly once, in both tables', async () => {
    const numbers = (items: LoadLedger['acknowledged'][number]) => items.sampleNumbers.map(String)
    expectExactlyOnce(await stored.countBy('container_metrics', 'toUInt64(assumeNotNull(cpu_usage_cores))'), numbers)
    expectExactlyOnce(await stored.countBy('metric_points', 'toUInt64(value)'), numbers)
  })

  it('has a root span for every span without a parent', async () => {
    expect(await stored.count('root_spans')).to.equal(await stored.count('spans', "parent_span_id = ''"))
  })

  it('has projections that agree with their rows', async () => {
    expect(await stored.projectionsThatDiffer()).to.deep.equal([])
  })

  it('has a ledger that balances with the tables', async () => {
    const outcomes = await stored.sumOutcomes()
    const events = await stored.count('events')
    const samples = await stored.count('container_metrics')
    expect(outcomes).to.deep.equal({
      'error stored': events,
      'metric stored': samples * 2,
      'span stored': await stored.count('spans'),
      'unknown dropped unknown_item': events,
    })
  })

  it('saw batches again, and repaired at least one that was there in part', () => {
    expect(seen.batchesRepeated, 'batches repeated').to.be.greaterThan(0)
    expect(seen.batchesPartial, 'batches partly there').to.be.greaterThan(0)
  })
})
