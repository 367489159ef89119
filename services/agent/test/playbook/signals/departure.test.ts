import { expect } from 'chai'
import fc from 'fast-check'
import { findDeparture } from '../../../src/playbook/signals/departure.js'

const minute = 60_000

/** A point a minute, with a little noise that is always the same. */
function series(values: readonly number[], noise = 0.02): [number, number][] {
  return values.map((value, index) => [index * minute, value * (1 + noise * Math.sin(index * 7.3))])
}

function repeat(value: number, times: number): number[] {
  return Array.from({ length: times }, () => value)
}

describe('findDeparture', () => {
  it('finds the minute of a step', () => {
    const departure = findDeparture(series([...repeat(100, 60), ...repeat(900, 20)]))
    expect(departure).to.include({ at: 60 * minute, direction: 'up' })
  })

  it('finds a fall', () => {
    expect(findDeparture(series([...repeat(0.97, 40), ...repeat(0.3, 30)]))).to.include({ direction: 'down' })
  })

  it('walks a slow leak back to near its beginning, long before it is plain', () => {
    const leak = [...repeat(200, 30), ...Array.from({ length: 140 }, (_, index) => 200 + 2 * index)]
    expect(findDeparture(series(leak, 0.005))?.at).to.be.within(29 * minute, 42 * minute)
  })

  it('does not take one outlier for a departure', () => {
    expect(findDeparture(series([...repeat(100, 40), 900, ...repeat(100, 40)]))).to.equal(undefined)
  })

  it('does not take a countdown or a steady counter for a departure', () => {
    expect(findDeparture(Array.from({ length: 90 }, (_, index) => [index * minute, 5_000 - 60 * index]))).to.equal(
      undefined,
    )
    expect(findDeparture(Array.from({ length: 90 }, (_, index) => [index * minute, 7 * index]))).to.equal(undefined)
  })

  it('says nothing of a series that is too short', () => {
    expect(findDeparture(series([1, 1, 1, 9, 9, 9]))).to.equal(undefined)
  })

  it('finds no departure in noise around a level, whatever the level', () => {
    const noise = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 30, maxLength: 120 })
    fc.assert(
      fc.property(fc.double({ min: 10, max: 1e6, noNaN: true }), noise, (level, offsets) => {
        const points = offsets.map((offset, index): [number, number] => [index * minute, level * (1 + 0.02 * offset)])
        expect(findDeparture(points)).to.equal(undefined)
      }),
    )
  })
})
