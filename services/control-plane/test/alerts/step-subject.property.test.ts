import { expect } from 'chai'
import fc from 'fast-check'
import { stepSubject, type AlertCondition, type SubjectState } from '../../src/alerts/step-subject.js'

interface Measured {
  now: number
  value: number
}

/** A condition whose band is as wide as its second number; a series of evaluations at increasing times. */
const condition = fc
  .record({
    is: fc.constantFrom('above' as const, 'below' as const),
    value: fc.integer({ min: -5, max: 5 }),
    band: fc.integer({ min: 0, max: 5 }),
    forMs: fc.nat({ max: 10 }),
    resolveForMs: fc.nat({ max: 10 }),
  })
  .map(({ band, ...one }): AlertCondition => ({
    ...one,
    resolveValue: one.is === 'above' ? one.value - band : one.value + band,
  }))
const measurements = fc
  .array(fc.record({ after: fc.nat({ max: 4 }), value: fc.integer({ min: -12, max: 12 }) }), { maxLength: 60 })
  .map((steps) => {
    let now = 0
    return steps.map(({ after, value }): Measured => ({ now: (now += after), value }))
  })

const isBad = ({ is }: AlertCondition, value: number, threshold: number) =>
  is === 'above' ? value > threshold : value < threshold

/** The events of a series: each change with the evaluation that caused it. */
function run(one: AlertCondition, series: readonly Measured[]) {
  let state: SubjectState | undefined
  const changes: { change: 'opened' | 'resolved'; index: number }[] = []
  series.forEach((measured, index) => {
    const step = stepSubject(one, state, measured)
    state = step.state
    if (step.change !== undefined) changes.push({ change: step.change, index })
  })
  return { changes, state }
}

/** How long something has held at every evaluation until this one. */
function heldFor(series: readonly Measured[], index: number, holds: (measured: Measured) => boolean): number {
  let first = index
  while (first > 0 && holds(series[first - 1] ?? { now: 0, value: 0 })) first -= 1
  return (series[index]?.now ?? 0) - (series[first]?.now ?? 0)
}

describe('stepSubject, for any measurements', () => {
  it('alternates between opening and ending', () => {
    fc.assert(
      fc.property(condition, measurements, (one, series) => {
        const { changes, state } = run(one, series)
        expect(changes.map(({ change }) => change)).to.deep.equal(
          changes.map((_change, index) => (index % 2 === 0 ? 'opened' : 'resolved')),
        )
        expect(state?.isOpen ?? false).to.equal(changes.length % 2 === 1)
      }),
    )
  })

  it('opens exactly when every evaluation was bad for the duration, and ends exactly when every one was good for it', () => {
    fc.assert(
      fc.property(condition, measurements, (one, series) => {
        for (const { change, index } of run(one, series).changes) {
          const holds = ({ value }: Measured) =>
            change === 'opened' ? isBad(one, value, one.value) : !isBad(one, value, one.resolveValue)
          expect(holds(series[index] ?? { now: 0, value: 0 })).to.equal(true)
          expect(heldFor(series, index, holds)).to.be.at.least(change === 'opened' ? one.forMs : one.resolveForMs)
        }
      }),
    )
  })

  it('changes nothing while values stay between the thresholds', () => {
    fc.assert(
      fc.property(condition, fc.boolean(), fc.array(fc.nat({ max: 100 }), { maxLength: 40 }), (one, isOpen, parts) => {
        const before: SubjectState | undefined = isOpen ? { since: 0, clearSince: null, isOpen } : undefined
        const width = Math.abs(one.value - one.resolveValue)
        // At the threshold itself nothing opens; just beyond the recovery threshold nothing ends.
        const inside = parts.map((part) => (width * part) / 101)
        const series = inside.map((off, now) => ({
          now,
          value: one.is === 'above' ? one.value - off : one.value + off,
        }))
        fc.pre(width > 0)
        let state = before
        for (const measured of series) {
          const step = stepSubject(one, state, measured)
          expect(step.change).to.equal(undefined)
          state = step.state
        }
      }),
    )
  })

  it('is unaffected by repeated evaluations', () => {
    fc.assert(
      fc.property(condition, measurements, (one, series) => {
        const once = run(one, series)
        const twice = run(
          one,
          series.flatMap((measured) => [measured, measured]),
        )
        // Without durations, a condition can open and end at one evaluation only with another value.
        const whenOf = (list: readonly Measured[], { changes }: ReturnType<typeof run>) =>
          changes.map(({ change, index }) => [change, list[index]?.now])
        expect(
          whenOf(
            series.flatMap((measured) => [measured, measured]),
            twice,
          ),
        ).to.deep.equal(whenOf(series, once))
      }),
    )
  })
})
