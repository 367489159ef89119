import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { run } from '../../services/cli/test/support/run.js'
import {
  startDistributed,
  type DistributedSignalbox,
  type RoleProcess,
} from '../support/distributed/distributed-signalbox.js'
import { sendEvent } from '../support/distributed/send-event.js'
import { readDsnTarget, type DsnTarget } from '../support/post-envelope.js'
import { eventually } from '../support/eventually.js'
import { newEventId } from '../support/telemetry.js'

const withinMs = 120_000
const sendersMax = 4
/** Delay between a sender's events, so that the load is steady even without ingest. */
const restMs = 20

const longAgo = '2020-01-01T00:00:00Z'

/** Sends events until it is stopped. */
interface Load {
  /** Ids of events answered with 200. */
  acknowledged: string[]
  stop(): Promise<void>
}

describe('ingest and a consumer as processes on Kafka', () => {
  let signalbox: DistributedSignalbox
  let project: DsnTarget
  let ingest: RoleProcess
  let consumer: RoleProcess
  let load: Load

  before(async () => {
    signalbox = await startDistributed({ counts: { agent: 0, query: 0 }, isNetworkBreakable: true })
    ingest = only(signalbox.ingest)
    consumer = only(signalbox.consumers)
    const { body } = await signalbox.controlPlane.call('POST', '/api/v1/telemetry/projects/', { name: 'shop' })
    project = readDsnTarget((body as { dsn: string }).dsn)
  })
  beforeEach(() => {
    load = startLoad(ingest.url, project)
  })
  afterEach(async () => {
    signalbox.kafka.networks[0]?.heal()
    await load.stop()
  })
  after(() => signalbox.dispose())

  const waitForMore = (count: number) => {
    const wanted = load.acknowledged.length + count
    return eventually(() => expect(load.acknowledged.length).to.be.at.least(wanted), { withinMs })
  }
  /** @returns the rows as lines of text. */
  const ask = async (sql: string) => {
    const url = signalbox.env['SIGNALBOX_CLICKHOUSE_URL'] ?? ''
    const answer = await fetch(url, { method: 'POST', body: `${sql} FORMAT TSV` })
    const text = await answer.text()
    expect(answer.status, text).to.equal(200)
    return text.split('\n').filter((line) => line !== '')
  }
  const storedIds = async () => (await ask('SELECT event_id FROM events')).map((id) => id.replaceAll('-', ''))
  const sums = async () => ({
    events: (await storedIds()).sort(),
    ledger: await ask('SELECT kind, outcome, reason, sum(quantity) AS items FROM outcomes GROUP BY ALL ORDER BY ALL'),
  })
  const runReplay = async (args: readonly string[]) => {
    const program = 'services/consumer/dist/replay/main.js'
    const env = { PATH: process.env['PATH'], ...signalbox.env }
    const child = spawn(process.execPath, [program, ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] })
    const [code] = (await once(child, 'exit')) as [number | null]
    return code === 0
  }
  const expectStoredOnce = () =>
    eventually(
      async () => {
        const stored = await storedIds()
        const unique = new Set(stored)
        expect(load.acknowledged.filter((id) => !unique.has(id))).to.deep.equal([])
        expect(stored.length).to.equal(unique.size)
      },
      { withinMs, everyMs: 500 },
    )

  it('stop in order on a signal in the middle of work, and restart: acknowledged items are stored once', async () => {
    await waitForMore(50)
    expect(await ingest.stop(), ingest.output().slice(-2_000)).to.equal(0)
    await ingest.start()
    await waitForMore(50)
    expect(await consumer.stop(), consumer.output().slice(-2_000)).to.equal(0)
    await waitForMore(50)
    await consumer.start()
    await load.stop()
    await expectStoredOnce()
  })

  it('stop within the time limit while the broker is silent, without losing anything', async () => {
    await waitForMore(50)
    signalbox.kafka.networks[0]?.stall()
    for (const [service, code] of await Promise.all([stopOf(ingest), stopOf(consumer)])) {
      // Code 1 comes from the time limit: requests or a batch were still waiting for the broker.
      if (code !== 0) expect([code, service.output().includes('shutdown timed out')]).to.deep.equal([1, true])
    }
    signalbox.kafka.networks[0]?.heal()
    await Promise.all([ingest.start(), consumer.start()])
    await waitForMore(50)
    await load.stop()
    await expectStoredOnce()
  })

  it('leave a log whose time ranges can be replayed while they run: rows and totals stay the same', async () => {
    const from = new Date().toISOString()
    await waitForMore(50)
    await load.stop()
    await expectStoredOnce()
    const to = new Date().toISOString()
    const before = await sums()
    await ask('ALTER TABLE events DELETE WHERE 1 SETTINGS mutations_sync = 2')
    expect(await storedIds()).to.deep.equal([])
    const outcome = await run(['replay', '--topic', 'envelopes', '--from', from, '--to', to], { runOffline: runReplay })
    expect(outcome.code, outcome.err).to.equal(0)
    expect(await storedIds()).to.include.members(load.acknowledged)
    const whole = await run(['replay', '--topic', 'envelopes', '--from', longAgo, '--to', to], {
      runOffline: runReplay,
    })
    expect(whole.code, whole.err).to.equal(0)
    expect(await sums()).to.deep.equal(before)
  })
})

async function stopOf(service: RoleProcess): Promise<[RoleProcess, number | null]> {
  return [service, await service.stop()]
}

function only<T>(all: readonly T[]): T {
  const [first] = all
  if (first === undefined) throw new Error('there is none')
  return first
}

function startLoad(url: string, project: DsnTarget): Load {
  const acknowledged: string[] = []
  let isStopped = false
  const send = async () => {
    while (!isStopped) {
      const eventId = newEventId()
      const answer = await sendEvent(url, project, { eventId, message: 'under load' }).catch(() => undefined)
      if (answer?.status === 200) acknowledged.push(eventId)
      await delay(restMs)
    }
  }
  const sending = Promise.all(Array.from({ length: sendersMax }, send))
  return {
    acknowledged,
    stop: async () => {
      isStopped = true
      await sending
    },
  }
}
