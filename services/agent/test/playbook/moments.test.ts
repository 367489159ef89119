import { expect } from 'chai'
import type { FactPack, LogPatternFacts, SeriesFacts } from '../../src/facts/fact-pack.js'
import { createMomentReader, type Moment } from '../../src/playbook/scoring/moments.js'
import { createFacts, says, startsAt } from '../support/facts.js'

const minuteMs = 60_000
const minutes = 240
/** Times of the change and of the onset, in minutes since the data starts. */
const [changed, onset] = [120, 200]

function momentOf(given: Partial<FactPack>): Moment {
  const window = { start: startsAt, end: startsAt + minutes * minuteMs }
  const until = startsAt + (onset + 5) * minuteMs
  const reader = createMomentReader(createFacts({ window, ...given }), {
    related: new Set(['checkout']),
    until,
    onset: startsAt + onset * minuteMs,
  })
  return reader.readAt(startsAt + changed * minuteMs, ['checkout'])
}

/** A series with constant small variation. */
function series(valueAt: (minute: number) => number): SeriesFacts {
  const points = Array.from({ length: minutes }, (_, minute): [number, number] => [
    startsAt + minute * minuteMs,
    valueAt(minute) + ((minute * 7) % 5) / 10,
  ])
  return { id: 's', source: 'container', service: 'checkout', metric: 'threads', points, evidence: 'e1' }
}

/** Lines of a new pattern at these minutes. */
function lines(at: readonly number[]): LogPatternFacts {
  const counts = at.map((minute): [number, number] => [startsAt + minute * minuteMs, 3])
  return {
    ...says('checkout', 'lock was taken twice'),
    count: 3 * at.length,
    firstAt: startsAt + (at[0] ?? 0) * minuteMs,
    counts,
  }
}

describe('what changes when a change takes effect', () => {
  it('is a step at that time; earlier similar steps make it count less', () => {
    const once = momentOf({ series: [series((minute) => (minute < changed ? 10 : 20))] })
    const often = momentOf({ series: [series((minute) => 10 * (Math.floor((minute + 15) / 15) % 2))] })
    expect(once.step).to.be.greaterThan(0.7)
    expect(often.step).to.be.lessThan(once.step / 2)
    expect(once.isFall).to.equal(false)
  })

  it('says whether a step went up or down', () => {
    const fallen = momentOf({ series: [series((minute) => (minute < changed ? 20 : 10))] })
    expect(fallen.step).to.be.greaterThan(0.7)
    expect(fallen.isFall).to.equal(true)
  })

  it('is a series that starts to climb, even with an outlier', () => {
    const climb = (minute: number) => 10 + Math.max(0, minute - changed)
    const plain = momentOf({ series: [series(climb)] })
    const spiked = momentOf({ series: [series((minute) => (minute === 131 ? 200 : climb(minute)))] })
    expect(plain.slope).to.be.greaterThan(0.5)
    expect(spiked.slope).to.be.closeTo(plain.slope, 0.1)
  })

  it('is a recurring log line, the more the sooner it came, but not a single one', () => {
    const later = (from: number) => [0, 10, 20, 30, 40].map((minute) => from + minute)
    const soon = momentOf({ logPatterns: [lines(later(changed + 1))] }).newLog
    expect(soon).to.equal(1)
    expect(momentOf({ logPatterns: [lines(later(changed + 7))] }).newLog).to.be.within(0.3, 0.7)
    expect(momentOf({ logPatterns: [lines([changed + 1])] }).newLog).to.equal(0)
  })

  it('is no rare line that could as well have come earlier or later', () => {
    const rare = lines([changed + 1, changed + 40, changed + 65, changed + 90])
    const once = { ...rare, count: 4, counts: rare.counts.map(([at]): [number, number] => [at, 1]) }
    expect(momentOf({ logPatterns: [once] }).newLog).to.equal(0)
  })
})
