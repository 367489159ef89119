import { expect } from 'chai'
import { createMemoryQuotaCounters } from '../../src/quotas/memory-quota-counters.js'
import { itCountsQuotas } from './quota-counters-contract.js'

describe('quota counters in memory', () => {
  itCountsQuotas((clock) => createMemoryQuotaCounters({ clock }))

  it('stay bounded whatever the number of keys: the oldest are evicted', async () => {
    const counters = createMemoryQuotaCounters({ clock: () => 60_000 })
    const draw = (index: number) => [{ key: `key-${index}`, limit: 1, amount: 1, windowMs: 60_000 }]
    await counters.take(Array.from({ length: 100_001 }, (_, index) => draw(index)))
    const [oldest, newest] = await counters.take([draw(0), draw(100_000)])
    expect([oldest?.[0]?.isOver, newest?.[0]?.isOver]).to.deep.equal([false, true])
  })
})
