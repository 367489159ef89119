import { expect } from 'chai'
import { placeLabels, type Marker } from '../src/parts/chart/marker.js'
import { markBefore } from '../src/parts/deployment/deployment-mark.js'
import { findCulprit } from '../src/screens/session/find-culprit.js'

const minuteMs = 60_000
const chart = { startMs: 0, endMs: 1_000, width: 1_000 }
const marker = (at: number, more: Partial<Marker> = {}): Marker => ({
  id: `${at}`,
  at,
  text: 'checkout 2.14.0',
  ...more,
})
const labelled = (markers: readonly Marker[]) =>
  placeLabels(markers, chart).map(({ at, hasText, isLeft }) => [at, hasText ? (isLeft ? 'left' : 'right') : 'none'])

describe('deployment labels on a chart', () => {
  it('never overlap another pennant: they move left, or are omitted', () => {
    expect(labelled([marker(500), marker(540)])).to.deep.equal([
      [500, 'left'],
      [540, 'right'],
    ])
    expect(labelled([marker(460), marker(500), marker(540)])).to.deep.equal([
      [460, 'left'],
      [500, 'none'],
      [540, 'right'],
    ])
  })

  it('stay within the chart', () => {
    expect(labelled([marker(990)])).to.deep.equal([[990, 'left']])
  })

  it('prefer the bad deployment if two are too close to distinguish', () => {
    expect(labelled([marker(20, { tone: 'bad' }), marker(23)])).to.deep.equal([
      [20, 'right'],
      [23, 'none'],
    ])
  })
})

describe("the mark beside an issue's number", () => {
  const marks = [10, 50, 55, 90].map((minute) => ({ at: minute * minuteMs, share: minute / 100 }))
  const began = (minute: number) => new Date(minute * minuteMs).toISOString()

  it('is the last deployment in the half hour before it began, and no other', () => {
    expect(markBefore(marks, began(60))).to.deep.equal([0.55])
    expect(markBefore(marks, began(54))).to.deep.equal([0.5])
  })

  it('is missing if nothing went live shortly before', () => {
    expect(markBefore(marks, began(5))).to.deep.equal([])
    expect(markBefore(marks, began(45))).to.deep.equal([])
  })
})

describe('the deployment to roll back', () => {
  const at = (minute: number, sha: string | null) => ({
    commit_sha: sha,
    occurred_at: new Date(minute * minuteMs).toISOString(),
  })

  it('is the last one with the blamed commit that went live before the onset', () => {
    const all = [at(10, 'a'), at(20, 'a'), at(30, 'b'), at(90, 'a')]
    expect(findCulprit({ commit_sha: 'a' }, 40 * minuteMs, all)).to.equal(all[1])
  })

  it('may have a clock a few minutes ahead', () => {
    const late = at(43, 'a')
    expect(findCulprit({ commit_sha: 'a' }, 40 * minuteMs, [late])).to.equal(late)
  })

  it('is none if no commit is blamed, even next to deployments without one', () => {
    expect(findCulprit({ commit_sha: null }, 40 * minuteMs, [at(10, null)])).to.equal(undefined)
  })
})
