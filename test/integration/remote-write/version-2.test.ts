import { expect } from 'chai'
import { join } from 'node:path'
import { buildOnce, run } from '../../support/build-once.js'
import { eventually } from '../../support/eventually.js'
import { buildGo, canBuildGo } from '../../support/go-tools.js'
import { startInProcess, type InProcessSignalbox } from '../../support/in-process-signalbox.js'
import { startRefusingProxy, type RefusingProxy } from '../../support/refusing-proxy.js'

/** The program's statement, as printed by `sender/main.go`. */
interface Statement extends Written {
  /** Samples that mark their series as stale. */
  stale: number
  written: Written
}

interface Written {
  samples: number
  histograms: number
  exemplars: number
}

const source = join(import.meta.dirname, 'sender')

;(canBuildGo() ? describe : describe.skip)('the client library of Prometheus that writes remotely in version 2', () => {
  let signalbox: InProcessSignalbox
  let proxy: RefusingProxy
  let said: Statement

  before(async function () {
    // The first run fetches Go and compiles its standard library.
    this.timeout(600_000)
    const built = await buildOnce(source, (into) => buildGo(source, join(into, 'sender')))
    signalbox = await startInProcess()
    proxy = await startRefusingProxy(signalbox.url, [503, 429])
    const env = { ...process.env, TARGET: proxy.url, API_KEY: signalbox.apiKey }
    const { stdout } = await run(join(built, 'sender'), [], { env, timeout: 60_000 })
    said = JSON.parse(stdout) as Statement
  })
  after(async () => {
    await proxy.close()
    await signalbox.close()
  })

  it('confirms all writes, after requests that were rejected at first', () => {
    expect(proxy.refusals).to.be.empty
    const { samples, histograms, exemplars } = said
    expect(said.written).to.deep.equal({ samples, histograms, exemplars })
  })

  it('stores as many samples as were sent, each once', async () => {
    const { samples, histograms, stale } = said
    await eventually(async () => {
      expect(await signalbox.readLedger()).to.deep.equal({
        'data_point stored': samples + histograms - stale,
        'data_point dropped no_value': stale,
      })
    })
    const kinds = await signalbox.readColumn('data_points', "concat(name, ' ', kind, ' ', unit)")
    expect(new Set(kinds)).to.deep.equal(
      new Set(['orders_total sum orders', 'queue_total gauge ', 'duration_seconds exponential_histogram ']),
    )
    expect(kinds.filter((kind) => kind.startsWith('duration'))).to.have.length(histograms)
    const traced = await signalbox.readColumn('data_points', "if(trace_id = '', name, concat(name, ' traced'))")
    expect(traced.filter((name) => name === 'orders_total traced')).to.have.length(said.exemplars)
  })

  it('stores histograms with their buckets and start time', async () => {
    const buckets = await signalbox.readColumn('data_points', 'if(empty(bounds), [], [bounds, counts])')
    expect(new Set(buckets.filter((text) => text !== '[]'))).to.deep.equal(
      new Set(['[[0.001,0.5,1,2,4,8],[1,0,1,3,0,2,0]]']),
    )
    const lasted = await signalbox.readColumn(
      'data_points',
      "if(kind = 'gauge', 60, intDiv(dateDiff('millisecond', start_time, timestamp), 1000))",
    )
    expect(new Set(lasted)).to.deep.equal(new Set(['60']))
  })
})
