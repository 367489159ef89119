import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { createSharedRedis } from '../../packages/service-kit/src/limits/shared-redis.js'
import { createMemoryQuotaCounters } from '../../services/ingest/src/quotas/memory-quota-counters.js'
import type { QuotaCounters } from '../../services/ingest/src/quotas/quota-counters.js'
import { createSharedQuotaCounters } from '../../services/ingest/src/quotas/shared-quota-counters.js'
import { itCountsQuotas } from '../../services/ingest/test/quotas/quota-counters-contract.js'
import { startRedis, type RedisServer } from '../support/distributed/redis-server.js'
import { eventually } from '../support/eventually.js'

/** Long, because busy machines are not the subject of these tests. */
const commandMs = 5_000

/** The parts of ingest that enforce quotas. */
interface Ingest {
  counters: (clock: () => number) => QuotaCounters
  state: { now: number; alone: number }
}

describe('quotas shared by ingests', () => {
  let redis: RedisServer
  const ends: (() => unknown)[] = []

  const startIngest = async (): Promise<Ingest> => {
    const state = { now: Date.now(), alone: 0 }
    const log = { warn: () => undefined, info: () => undefined }
    const shared = createSharedRedis({ url: redis.url, log, clock: () => state.now, commandMs })
    await shared.start()
    ends.push(() => shared.stop())
    const onCountedAlone = () => {
      state.alone += 1
    }
    const counters = (clock: () => number) =>
      createSharedQuotaCounters({ redis: shared, own: createMemoryQuotaCounters({ clock }), clock, onCountedAlone })
    return { counters, state }
  }
  /** True if an item was rejected by a quota of two a day. */
  const isRefused = async (counters: QuotaCounters, key: string) => {
    const [windows] = await counters.take([[{ key, limit: 2, amount: 1, windowMs: 86_400_000 }]])
    return windows?.[0]?.isOver
  }

  before(async () => {
    redis = await startRedis()
  })
  after(async () => {
    for (const end of ends) end()
    await redis.kill()
  })

  describe('meet the contract of all counters', () => {
    let ingest: Ingest

    before(async () => {
      ingest = await startIngest()
    })

    itCountsQuotas((clock) => {
      const run = randomUUID()
      const counters = ingest.counters(clock)
      const own = (items: Parameters<QuotaCounters['take']>[0]) =>
        items.map((draws) => draws.map((draw) => ({ ...draw, key: `${run}:${draw.key}` })))
      return { take: (items) => counters.take(own(items)) }
    })

    it('count in Redis, not in memory', () => {
      expect(ingest.state.alone).to.equal(0)
    })
  })

  it('are used up by all ingests together', async () => {
    const [first, second] = [await startIngest(), await startIngest()]
    const answers: unknown[] = []
    for (const { counters } of [first, second, first, second]) {
      answers.push(await isRefused(counters(Date.now), 'together'))
    }
    expect(answers).to.deep.equal([false, false, true, true])
  })

  it('are enforced by each ingest alone while Redis is down, and by all together when it is back', async () => {
    const ingest = await startIngest()
    const counters = ingest.counters(Date.now)
    expect(await isRefused(counters, 'away')).to.equal(false)
    await redis.kill()
    const answers: unknown[] = []
    for (let item = 0; item < 3; item += 1) answers.push(await isRefused(counters, 'away'))
    expect(answers).to.deep.equal([false, false, true])
    expect(ingest.state.alone).to.equal(3)
    await redis.restart()
    await eventually(async () => {
      ingest.state.now += 2_000
      const { alone } = ingest.state
      await isRefused(counters, 'any')
      expect(ingest.state.alone).to.equal(alone)
    })
    expect(await isRefused(counters, 'away')).to.equal(false)
  })
})
