import { expect } from 'chai'
import { stepSubject, type AlertCondition, type SubjectState } from '../../src/alerts/step-subject.js'

const minute = 60_000

describe('stepSubject', () => {
  const above: AlertCondition = { is: 'above', value: 10, resolveValue: 5, forMs: 2 * minute, resolveForMs: minute }

  /** The outcome of values at these minutes. */
  const run = (condition: AlertCondition, values: readonly (readonly [at: number, value: number])[]) => {
    let state: SubjectState | undefined
    return values.flatMap(([at, value]) => {
      const step = stepSubject(condition, state, { value, now: at * minute })
      state = step.state
      return step.change === undefined ? [] : [`${step.change} ${at}`]
    })
  }

  it('opens once the value has been beyond the threshold for long enough, but not at the threshold', () => {
    const values = [0, 1, 2, 3].map((at) => [at, 11] as const)
    expect(run(above, values)).to.deep.equal(['opened 2'])
    expect(
      run(
        above,
        [0, 1, 2, 3].map((at) => [at, 10] as const),
      ),
    ).to.deep.equal([])
  })

  it('restarts the duration after a good value', () => {
    const values = [11, 11, 10, 11, 11, 11].map((value, at) => [at, value] as const)
    expect(run(above, values)).to.deep.equal(['opened 5'])
  })

  it('opens immediately without a duration', () => {
    expect(run({ ...above, forMs: 0 }, [[0, 11]])).to.deep.equal(['opened 0'])
  })

  it('stays open between the thresholds, and ends only beyond the recovery one, for long enough', () => {
    const open = [11, 11, 11].map((value, at) => [at, value] as const)
    expect(run(above, [...open, [3, 6], [4, 6], [5, 9]])).to.deep.equal(['opened 2'])
    expect(run(above, [...open, [3, 5], [4, 6], [5, 5], [6, 5]])).to.deep.equal(['opened 2', 'resolved 6'])
  })

  it('handles values below a threshold too', () => {
    const below: AlertCondition = { is: 'below', value: 5, resolveValue: 8, forMs: 0, resolveForMs: 0 }
    expect(
      run(below, [
        [0, 5],
        [1, 4],
        [2, 7],
        [3, 8],
        [4, 5],
      ]),
    ).to.deep.equal(['opened 1', 'resolved 3'])
  })

  it('counts by time, so that missed or repeated evaluations change nothing', () => {
    expect(
      run(above, [
        [0, 11],
        [0, 11],
        [0, 11],
        [1, 11],
      ]),
    ).to.deep.equal([])
    expect(
      run(above, [
        [0, 11],
        [9, 11],
      ]),
    ).to.deep.equal(['opened 9'])
  })

  it('restarts the duration when the clock was set back', () => {
    expect(
      run(above, [
        [9, 11],
        [3, 11],
        [4, 11],
        [5, 11],
      ]),
    ).to.deep.equal(['opened 5'])
  })
})
