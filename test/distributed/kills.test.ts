import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { startDistributed, type DistributedSignalbox } from '../support/distributed/distributed-signalbox.js'
import { openInstallationLag } from '../support/distributed/installation-lag.js'
import { killablePartsOf, type KillablePart } from '../support/distributed/killable-parts.js'
import { readDsnTarget } from '../support/post-envelope.js'
import { createLoad, type Load, type LoadLedger } from '../support/load/load.js'
import { startSteadyLoad } from '../support/load/steady-load.js'
import { openStoredItems, type StoredItems } from '../support/load/stored-items.js'
import { itStoredEverythingOnce } from '../support/load/stored-once.js'
import { createRandom } from '../support/random.js'
import { measureRecovery, type Recovery } from './measure-recovery.js'

/** In addition to one of each part. */
const randomKills = Number(process.env['CHAOS_KILLS'] ?? 2)
const seed = Number(process.env['CHAOS_SEED'] ?? Date.now() % 2 ** 31)
/** A load that the test store sustains on a busy machine, so that recovery is measured and not the backlog. */
const requestsPerSecond = 8
const days = 2

describe(`kill -9 of each process of an installation and of ${randomKills} more under load (seed ${seed})`, function () {
  this.timeout(900_000)
  const random = createRandom(seed)
  const ledger: LoadLedger = { acknowledged: [], uncertain: [] }
  /** Rows of a table. */
  const told = [toLine('killed', ['acknowledges after', 'queryable after', 'ready after'])]
  let signalbox: DistributedSignalbox
  let statuses: ReadonlyMap<number, number>
  let stored: StoredItems

  before(async () => {
    const counts = { ingest: 2, consumer: 2, query: 2, agent: 0 }
    const env = { SIGNALBOX_KAFKA_PARTITIONS: '2' }
    signalbox = await startDistributed({ counts, brokers: 3, env })
    const load = createLoad(random, await createProject(), days)
    const lag = await openInstallationLag(signalbox)
    const targets = signalbox.ingest.map(({ url }) => ({ url, apiKey: signalbox.apiKey }))
    const sending = startSteadyLoad({ targets, load, ledger, requestsPerSecond })
    statuses = sending.statuses
    told.push(describeRecovery('nothing', await measureRecovery({ signalbox, load, ledger })))
    for (const part of chooseParts()) await killAndRecover(part, load)
    await sending.stop()
    await lag.waitUntilNone()
    await lag.close()
    stored = await openStoredItems({ url: signalbox.clickhouseUrl })
  })
  after(async () => {
    process.stdout.write(`\n${told.join('\n')}\n`)
    await signalbox.dispose()
    await stored.close()
  })

  async function createProject() {
    const { body } = await signalbox.controlPlane.call('POST', '/api/v1/telemetry/projects/', { name: 'chaos' })
    return readDsnTarget((body as { dsn: string }).dsn)
  }

  /** One of each kind in turn, then random ones. */
  function chooseParts(): KillablePart[] {
    const kinds = killablePartsOf(signalbox)
    const pick = <T>([first, ...others]: readonly T[]): T => {
      if (first === undefined) throw new Error('there is nothing to kill')
      return random.pick([first, ...others])
    }
    const more = Array.from({ length: randomKills }, () => pick(pick(kinds)))
    return [...kinds.map(pick), ...more]
  }

  async function killAndRecover(part: KillablePart, load: Load): Promise<void> {
    await delay(random.integer(200, 2_000))
    const killedAt = performance.now()
    await part.kill()
    const restart = async () => {
      await part.restart()
      return performance.now() - killedAt
    }
    const [recovery, readyMs] = await Promise.all([measureRecovery({ signalbox, load, ledger }), restart()])
    told.push(describeRecovery(part.name, { ...recovery, readyMs }))
  }

  itStoredEverythingOnce(() => ({ ledger, stored }))

  it('answered every request with success, with unavailability or not at all', () => {
    const others = [...statuses.keys()].filter((status) => ![200, 202, 503, 0].includes(status))
    expect(others).to.deep.equal([])
  })

  it('has issues with their stored events', async () => {
    const { body } = await signalbox.controlPlane.call('GET', '/api/v1/issues/?limit=100')
    const { issues } = body as { issues: { events: number }[] }
    const byFingerprint = [...(await stored.countBy('events', 'fingerprint')).values()]
    expect(issues.map(({ events }) => events)).to.have.members(byFingerprint)
  })

  it('has every process ready in the end', async () => {
    const { controlPlane, ingest, consumers, queries } = signalbox
    for (const { name, adminUrl } of [controlPlane, ...ingest, ...consumers, ...queries]) {
      const res = await fetch(`${adminUrl}/readyz`)
      expect(res.status, `${name}: ${await res.text()}`).to.equal(200)
    }
  })
})

/** @param recovery `readyMs`: until the killed process was ready again. */
function describeRecovery(
  name: string,
  { acknowledgedMs, queryableMs, readyMs }: Recovery & { readyMs?: number },
): string {
  const seconds = (ms?: number) => (ms === undefined ? '' : `${(ms / 1_000).toFixed(1)} s`)
  return toLine(name, [seconds(acknowledgedMs), seconds(queryableMs), seconds(readyMs)])
}

function toLine(name: string, cells: readonly string[]): string {
  return `    ${name.padEnd(14)}${cells.map((cell) => cell.padStart(20)).join('')}`
}
