import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { startDistributed, type DistributedSignalbox } from '../support/distributed/distributed-signalbox.js'
import { openInstallationLag, type InstallationLag } from '../support/distributed/installation-lag.js'
import { readDsnTarget } from '../support/post-envelope.js'
import { eventually } from '../support/eventually.js'
import { createLoad, type LoadLedger } from '../support/load/load.js'
import { startSteadyLoad } from '../support/load/steady-load.js'
import { openStoredItems, type StoredItems } from '../support/load/stored-items.js'
import { itStoredEverythingOnce } from '../support/load/stored-once.js'
import { createRandom } from '../support/random.js'
import { watchCatchUp, type CatchUp } from './catch-up.js'

/** 600 for the full run, whose backlog makes the catch-up rate more precise. */
const outageSeconds = Number(process.env['OUTAGE_SECONDS'] ?? 30)
const requestsPerSecond = Number(process.env['OUTAGE_REQUESTS_PER_SECOND'] ?? 10)
const days = 2
const seed = Number(process.env['CHAOS_SEED'] ?? Date.now() % 2 ** 31)

describe(`a store outage of ${outageSeconds} s under load (seed ${seed})`, function () {
  this.timeout(900_000 + outageSeconds * 1_000)
  const ledger: LoadLedger = { acknowledged: [], uncertain: [] }
  /** Responses to queries during the outage. */
  const refusals: unknown[] = []
  let signalbox: DistributedSignalbox
  let lag: InstallationLag
  let statuses: ReadonlyMap<number, number>
  let stored: StoredItems
  let arrivalPerSecond: number
  let catchUp: CatchUp

  before(async () => {
    const env = { SIGNALBOX_KAFKA_PARTITIONS: '2' }
    signalbox = await startDistributed({ counts: { consumer: 2, agent: 0 }, env })
    lag = await openInstallationLag(signalbox)
    const { body } = await signalbox.controlPlane.call('POST', '/api/v1/telemetry/projects/', { name: 'chaos' })
    const load = createLoad(createRandom(seed), readDsnTarget((body as { dsn: string }).dsn), days)
    const targets = signalbox.ingest.map(({ url }) => ({ url, apiKey: signalbox.apiKey }))
    const sending = startSteadyLoad({ targets, load, ledger, requestsPerSecond })
    statuses = sending.statuses
    await eventually(async () => expect(await lag.read()).to.be.below(requestsPerSecond), { withinMs: 60_000 })
    await signalbox.clickhouse.kill()
    const [killedAt, sentBefore] = [performance.now(), ledger.acknowledged.length]
    for (let second = 0; second < outageSeconds; second += 1) {
      refusals.push(await askForErrors())
      await delay(1_000)
    }
    arrivalPerSecond = ((ledger.acknowledged.length - sentBefore) / (performance.now() - killedAt)) * 1_000
    await signalbox.clickhouse.start()
    catchUp = await watchCatchUp(lag, ledger)
    await sending.stop()
    await lag.waitUntilNone()
    stored = await openStoredItems({ url: signalbox.clickhouseUrl })
  })
  after(async () => {
    await lag.close()
    await signalbox.dispose()
    await stored.close()
  })

  async function askForErrors(): Promise<unknown> {
    const answer = await signalbox.queries[0]?.call('GET', '/api/v1/telemetry/query/errors/')
    const { code } = answer?.body as { code?: string }
    return { status: answer?.status, code, retryAfter: answer?.headers.get('retry-after') }
  }

  it('leaves every request acknowledged', () => {
    expect([...statuses.keys()].sort()).to.deep.equal([200, 202])
    expect(ledger.uncertain).to.deep.equal([])
  })

  it('answers every query as unavailable, with Retry-After', () => {
    expect(refusals).to.have.length(outageSeconds)
    for (const refusal of refusals) {
      expect(refusal).to.deep.equal({ status: 503, code: 'unavailable', retryAfter: '5' })
    }
  })

  itStoredEverythingOnce(() => ({ ledger, stored }))

  it('is followed by a complete catch-up', function () {
    expect(catchUp.backlog).to.be.above(requestsPerSecond)
    this.test!.title += ` (${describeCatchUp(catchUp, arrivalPerSecond)})`
  })
})

function describeCatchUp(
  { backlog, startedAfterMs, tookMs, recordsPerSecond }: CatchUp,
  arrivalPerSecond: number,
): string {
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`
  return (
    `${arrivalPerSecond.toFixed(1)} records a second arrived, ${backlog} waited; ` +
    `consumers began ${seconds(startedAfterMs)} after it was back, and stored ${recordsPerSecond.toFixed(1)} a second ` +
    `for ${seconds(tookMs)}: ${(recordsPerSecond / arrivalPerSecond).toFixed(1)} times as many`
  )
}
