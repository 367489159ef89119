import { expect } from 'chai'
import type { QuotaCounters, QuotaDraw } from '../../src/quotas/quota-counters.js'

const minuteMs = 60_000

/** Defines the contract tests of quota counters. @param create Returns new, unused counters with a clock. */
export function itCountsQuotas(create: (clock: () => number) => QuotaCounters): void {
  let time: number
  let counters: QuotaCounters
  const draw = (key: string, limit: number, amount = 1): QuotaDraw => ({ key, limit, amount, windowMs: minuteMs })
  const take = (...items: QuotaDraw[][]) => counters.take(items)
  const areOver = async (...items: QuotaDraw[][]) =>
    (await take(...items)).map((windows) => windows.map(({ isOver }) => isOver))

  beforeEach(() => {
    time = minuteMs
    counters = create(() => time)
  })

  it('counts up to the limit and starts over when the window ends', async () => {
    const one = () => areOver([draw('a', 2)])
    expect([await one(), await one(), await one()]).to.deep.equal([[[false]], [[false]], [[true]]])
    time = 2 * minuteMs - 1
    expect(await one()).to.deep.equal([[true]])
    time = 2 * minuteMs
    expect(await one()).to.deep.equal([[false]])
  })

  it("returns the window's end, which is at a multiple of its length", async () => {
    time = minuteMs + 1_000
    expect(await take([draw('a', 0)])).to.deep.equal([[{ isOver: true, endsAt: 2 * minuteMs }]])
  })

  it('takes nothing from any counter if one of them is used up', async () => {
    await take([draw('small', 1)])
    expect(await areOver([draw('large', 1), draw('small', 1)])).to.deep.equal([[false, true]])
    expect(await areOver([draw('large', 1)])).to.deep.equal([[false]])
  })

  it('rejects more than what is left, and accepts what still fits', async () => {
    const items = [[draw('a', 10, 6)], [draw('a', 10, 6)], [draw('a', 10, 4)], [draw('a', 10, 0)]]
    expect(await areOver(...items)).to.deep.equal([[false], [true], [false], [true]])
  })

  it('draws an item from several counters, some of them shared', async () => {
    const [first, second] = [draw('a', 3, 2), draw('b', 3, 3)]
    expect(await areOver([first, second], [draw('a', 3, 1)], [draw('b', 3, 0)], [])).to.deep.equal([
      [false, false],
      [false],
      [true],
      [],
    ])
  })

  it('counts exactly beyond 32 bits', async () => {
    const terabyte = 2 ** 40
    expect(await areOver([draw('a', terabyte + 1, terabyte)])).to.deep.equal([[false]])
    expect(await areOver([draw('a', terabyte + 1, 2)], [draw('a', terabyte + 1, 1)])).to.deep.equal([[true], [false]])
  })
}
