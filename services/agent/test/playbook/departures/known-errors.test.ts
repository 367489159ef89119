import { expect } from 'chai'
import type { ErrorGroupFacts } from '../../../src/facts/fact-pack.js'
import { findDepartures } from '../../../src/playbook/departures/find-departures.js'
import { readScene } from '../../../src/playbook/scene/read-scene.js'
import { breaksAt, createFacts, startsAt, steps } from '../../support/facts.js'

const minute = 60_000

describe('known errors', () => {
  it('depart if there are many more of them, and count those since then', () => {
    expect(countsOf({ count: 42, countBefore: 2 })).to.deep.equal([40])
    expect(countsOf({ count: 42, countBefore: 40 })).to.deep.equal([])
  })

  it('do not depart because a single one occurred', () => {
    expect(countsOf({ count: 1, countBefore: 0 })).to.deep.equal([])
  })
})

describe('regressed errors', () => {
  it('depart at their return, however long ago they were first seen, and are not reported as new', () => {
    const facts = createFacts({
      errorGroups: [{ ...known, state: 'regressed', startedAt: breaksAt, count: 40, countBefore: 0 }],
      series: [steps('checkout', 'error_ratio', [0.002, 0.6])],
    })
    const { onset, signals } = readScene(facts)
    expect(onset).to.equal(breaksAt)
    expect(signals.filter(({ source }) => source === 'error').map(({ at, what }) => ({ at, what }))).to.deep.equal([
      {
        at: breaksAt,
        what: 'the error "RangeError: invalid currency code" came back on checkout after a day or more without it (40 times so far)',
      },
    ])
  })
})

const known: ErrorGroupFacts = {
  fingerprint: 'f',
  service: 'checkout',
  type: 'RangeError',
  message: 'invalid currency code',
  frames: [],
  firstSeenAt: startsAt - 1_000 * minute,
  startedAt: startsAt - 200 * minute,
  lastSeenAt: breaksAt + 5 * minute,
  state: 'known',
  releases: [],
  evidence: 'e7',
  count: 0,
  countBefore: 0,
}

/** Counts of the departures of a long-known error. */
function countsOf(given: Pick<ErrorGroupFacts, 'count' | 'countBefore'>): number[] {
  const facts = createFacts({
    errorGroups: [{ ...known, ...given }],
    series: [steps('checkout', 'error_ratio', [0.002, 0.6])],
  })
  const window = { start: startsAt - 240 * minute, end: facts.window.end }
  return findDepartures({ ...facts, window })
    .filter(({ source }) => source === 'error')
    .map(({ count }) => count)
}
