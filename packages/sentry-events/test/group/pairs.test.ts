import { expect } from 'chai'
import { groupEvent, normalizeEvent } from '../../src/index.js'
import { pairs } from './pairs/index.js'
import type { Pair, Payload } from './pairs/pair.js'
import { eventInput } from './event-input.js'

const atLeast = 0.98
const atLeastOfLanguage = 0.95
const pairsOfLanguageMin = 20

interface Tally {
  /** Pairs that are one issue, and how many of them were grouped as one. */
  same: number
  sameFound: number
  /** Pairs that are two issues, and how many of them were grouped as one. */
  different: number
  differentMerged: number
}

interface Judged {
  pair: Pair
  isFoundSame: boolean
}

function fingerprintOf(payload: Payload): string {
  return groupEvent(normalizeEvent(payload, eventInput(payload))).fingerprint
}

const judged: readonly Judged[] = pairs.map((pair) => ({
  pair,
  isFoundSame: fingerprintOf(pair.left) === fingerprintOf(pair.right),
}))
const misses = judged.filter(({ pair, isFoundSame }) => pair.isSame !== isFoundSame)

function tallyOf(some: readonly Judged[]): Tally {
  const same = some.filter(({ pair }) => pair.isSame)
  const different = some.filter(({ pair }) => !pair.isSame)
  return {
    same: same.length,
    sameFound: same.filter(({ isFoundSame }) => isFoundSame).length,
    different: different.length,
    differentMerged: different.filter(({ isFoundSame }) => isFoundSame).length,
  }
}

/** Precision: the share of pairs grouped as one issue that are one; 1 if there are none. */
function precisionOf({ sameFound, differentMerged }: Tally): number {
  return sameFound + differentMerged === 0 ? 1 : sameFound / (sameFound + differentMerged)
}

/** Recall: the share of pairs that are one issue and were grouped as one; 1 if there are none. */
function recallOf({ same, sameFound }: Tally): number {
  return same === 0 ? 1 : sameFound / same
}

function lineOf(name: string, tally: Tally): string {
  const columns = [tally.same, tally.different, precisionOf(tally).toFixed(3), recallOf(tally).toFixed(3)]
  return [name.padEnd(24), ...columns.map((column) => String(column).padStart(9))].join(' ')
}

function printTable(): void {
  const families = [...new Set(pairs.map(({ family }) => family))]
  const lines = families.map((family) => lineOf(family, tallyOf(judged.filter(({ pair }) => pair.family === family))))
  const head = [
    'family'.padEnd(24),
    ...['same', 'different', 'precision', 'recall'].map((name) => name.padStart(9)),
  ].join(' ')
  console.log([head, ...lines, lineOf('all', tallyOf(judged))].map((line) => `      ${line}`).join('\n'))
}

describe('grouping of event pairs', () => {
  it('is measured with at least 300 pairs, 100 of each class, with unique titles', () => {
    const { same, different } = tallyOf(judged)
    expect(same).to.be.at.least(100)
    expect(different).to.be.at.least(100)
    expect(same + different).to.be.at.least(300)
    const titles = pairs.map(({ family, title, isSame }) => `${family} / ${title} / ${isSame ? 'same' : 'different'}`)
    expect(titles).to.have.length(new Set(titles).size)
  })

  it(`has a precision and a recall of at least ${atLeast}`, () => {
    printTable()
    for (const { pair } of misses) {
      console.log(`      missed: ${pair.family}: ${pair.title} (${pair.isSame ? 'one issue' : 'two issues'})`)
    }
    const tally = tallyOf(judged)
    expect(precisionOf(tally), 'precision').to.be.at.least(atLeast)
    expect(recallOf(tally), 'recall').to.be.at.least(atLeast)
  })

  it(`reaches ${atLeastOfLanguage} for every language with at least ${pairsOfLanguageMin} recorded pairs`, () => {
    const families = [...new Set(pairs.map(({ family }) => family))].filter((family) => family.startsWith('recorded: '))
    expect(families).to.have.length.at.least(6)
    for (const family of families) {
      const tally = tallyOf(judged.filter(({ pair }) => pair.family === family))
      if (tally.same + tally.different < pairsOfLanguageMin) continue
      expect(precisionOf(tally), `precision of ${family}`).to.be.at.least(atLeastOfLanguage)
      expect(recallOf(tally), `recall of ${family}`).to.be.at.least(atLeastOfLanguage)
    }
  })
})
