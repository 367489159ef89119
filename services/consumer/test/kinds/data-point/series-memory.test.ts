import { limits } from '@signalbox/contracts'
import { expect } from 'chai'
import { SeriesMemory } from '../../../src/kinds/data-point/series-memory.js'

const { unusedMs } = limits.seriesMemory
/** Room for ten series of one owner, or nine of two. */
const bytesMax = 66_000
const keyBytes = 1_000
const keyOf = (index: number) => String(index).padStart(keyBytes, 'x')

/** Sends the series of a scrape: finds each or adds it. @returns how many were found. */
function scrape(memory: SeriesMemory<number>, owner: string, series: Iterable<number>, now = 0): number {
  const own = memory.of(owner, 'rules', now)
  let found = 0
  for (const index of series) {
    if (own?.find(keyOf(index)) !== undefined) found += 1
    else own?.add(keyOf(index), { known: index, parts: 3 })
  }
  return found
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index)

describe('SeriesMemory', () => {
  it('finds a series under the key and owner it was added with', () => {
    const memory = new SeriesMemory<number>(bytesMax)
    scrape(memory, 'a', [1, 2])
    expect(memory.of('a', 'rules', 0)?.find(keyOf(2))).to.deep.equal({ known: 2, parts: 3 })
    expect(memory.of('a', 'rules', 0)?.find(keyOf(3))).to.equal(undefined)
    expect(memory.of('b', 'rules', 0)?.find(keyOf(2))).to.equal(undefined)
  })

  it('forgets the series of an owner whose rules change', () => {
    const memory = new SeriesMemory<number>(bytesMax)
    scrape(memory, 'a', [1])
    expect(memory.of('a', 'new rules', 0)?.find(keyOf(1))).to.equal(undefined)
    expect(memory.of('a', 'rules', 0)?.find(keyOf(1))).to.equal(undefined)
  })

  it('never grows beyond its limit', () => {
    const memory = new SeriesMemory<number>(bytesMax)
    for (let index = 0; index < 500; index += 1) {
      scrape(memory, `owner ${index % 100}`, range(index, index + 20), index * 10_000)
      expect(memory.bytes).to.be.at.most(bytesMax)
    }
  })

  it('keeps some of the series of an owner with more than fit', () => {
    const memory = new SeriesMemory<number>(bytesMax)
    scrape(memory, 'a', range(0, 50))
    const times = range(1, 40)
    const found = times.map((time) => scrape(memory, 'a', range(0, 50), time * 60_000))
    expect(Math.min(...found)).to.be.at.least(5)
  })

  it('replaces series that are no longer sent', () => {
    const memory = new SeriesMemory<number>(bytesMax)
    scrape(memory, 'a', range(0, 50))
    const times = [1, 2, 3, 4].map((age) => age * unusedMs)
    for (const time of times) scrape(memory, 'a', range(100, 105), time)
    expect(scrape(memory, 'a', range(100, 105), 4 * unusedMs)).to.equal(5)
  })

  it('leaves each of two owners its share, however many series one of them sends', () => {
    const memory = new SeriesMemory<number>(bytesMax)
    scrape(memory, 'flood', range(0, 1_000))
    for (const time of range(1, 20)) {
      scrape(memory, 'flood', range(time * 1_000, time * 1_000 + 1_000), time)
      scrape(memory, 'calm', [1, 2, 3], time)
    }
    for (const time of range(20, 30)) {
      scrape(memory, 'flood', range(time * 1_000, time * 1_000 + 1_000), time)
      expect(scrape(memory, 'calm', [1, 2, 3], time)).to.equal(3)
    }
  })

  it('makes room by forgetting owners that send nothing any more', () => {
    const memory = new SeriesMemory<number>(bytesMax)
    for (const index of range(0, 8)) scrape(memory, `former ${index}`, [index])
    scrape(memory, 'a', range(0, 9), unusedMs + 1)
    scrape(memory, 'a', range(0, 9), unusedMs + 2)
    expect(scrape(memory, 'a', range(0, 9), unusedMs + 3)).to.equal(9)
  })
})
