import { expect } from 'chai'
import { sliceOfPage } from '../../src/selection/sample-slice.js'

const buckets = [
  { startMs: 300, count: 5 },
  { startMs: 200, count: 1 },
  { startMs: 0, count: 10 },
]

describe('the slice of a page of samples', () => {
  it('is the newest bucket for a first page that fits in it', () => {
    expect(sliceOfPage(buckets, 100, { limit: 5, offset: 0 })).to.deep.equal({ startMs: 300, untilMs: 400, offset: 0 })
  })

  it('spans all buckets that the page touches, over gaps', () => {
    expect(sliceOfPage(buckets, 100, { limit: 4, offset: 4 })).to.deep.equal({ startMs: 0, untilMs: 400, offset: 4 })
  })

  it('omits the buckets before the page', () => {
    expect(sliceOfPage(buckets, 100, { limit: 1, offset: 5 })).to.deep.equal({ startMs: 200, untilMs: 300, offset: 0 })
    expect(sliceOfPage(buckets, 100, { limit: 9, offset: 8 })).to.deep.equal({ startMs: 0, untilMs: 100, offset: 2 })
  })

  it('is undefined beyond the last sample', () => {
    expect(sliceOfPage(buckets, 100, { limit: 1, offset: 16 })).to.equal(undefined)
    expect(sliceOfPage([], 100, { limit: 1, offset: 0 })).to.equal(undefined)
  })
})
