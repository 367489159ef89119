import { expect } from 'chai'
import type { QuotaDraw } from '../../src/quotas/quota-counters.js'
import { createMemoryQuotaCounters } from '../../src/quotas/memory-quota-counters.js'

describe('quota counters in memory', () => {
  let time = 60_000
  const counters = () => {
    const memory = createMemoryQuotaCounters({ clock: () => time })
    return { take: (items: QuotaDraw[][]) => memory.take(items) }
  }
  const draw = (key: string, limit: number, amount = 1) => ({ key, limit, amount, windowMs: 60_000 })

  beforeEach(() => (time = 60_000))

  it('count up to the limit and begin anew when the window ends', async () => {
    const { take } = counters()
    const isOver = async () => (await take([[draw('a', 2)]]))[0]?.[0]?.isOver
    expect([await isOver(), await isOver(), await isOver()]).to.deep.equal([false, false, true])
    time = 119_999
    expect(await isOver()).to.equal(true)
    time = 120_000
    expect(await isOver()).to.equal(false)
  })

  it('tell when the window ends, which is at a multiple of its length', async () => {
    time = 61_000
    expect(await counters().take([[draw('a', 0)]])).to.deep.equal([[{ isOver: true, endsAt: 120_000 }]])
  })

  it('take nothing from any counter when one of them is over', async () => {
    const { take } = counters()
    await take([[draw('small', 1)]])
    expect((await take([[draw('large', 1), draw('small', 1)]]))[0]?.map(({ isOver }) => isOver)).to.deep.equal([
      false,
      true,
    ])
    expect((await take([[draw('large', 1)]]))[0]?.[0]?.isOver).to.equal(false)
  })

  it('refuse what is more than what is left, and take in what still fits', async () => {
    const { take } = counters()
    const windows = await take([[draw('a', 10, 6)], [draw('a', 10, 6)], [draw('a', 10, 4)], [draw('a', 10, 0)]])
    expect(windows.map(([window]) => window?.isOver)).to.deep.equal([false, true, false, true])
  })

  it('stay bounded whatever number of keys draws: the oldest are forgotten', async () => {
    const { take } = counters()
    await take(Array.from({ length: 100_001 }, (_, index) => [draw(`key-${index}`, 1)]))
    const [oldest, newest] = await take([[draw('key-0', 1)], [draw('key-100000', 1)]])
    expect([oldest?.[0]?.isOver, newest?.[0]?.isOver]).to.deep.equal([false, true])
  })
})
