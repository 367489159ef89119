import { expect } from 'chai'
import {
  boundsOf,
  changeFrameSearch,
  describeRange,
  rangeOf,
  rangeQuery,
  readFrameSearch,
} from '../src/frame/range/range.js'
import { createTimes } from '../src/parts/time/format-time.js'

const utc = createTimes('utc')
const now = Date.UTC(2026, 4, 14, 3, 4)
const [start, end] = ['2026-05-14T02:00:00.000Z', '2026-05-14T03:30:00.000Z']

describe("a view's range", () => {
  it('is read from the address, with the default for invalid values', () => {
    expect(rangeOf(readFrameSearch({ since: '1h' }))).to.deep.equal({ kind: 'since', since: '1h' })
    expect(rangeOf(readFrameSearch({ start, end }))).to.deep.equal({ kind: 'between', start, end })
    for (const bad of [
      { since: '3h' },
      { since: 7 },
      { start: end, end: start },
      { start },
      { start: '5', end: '6' },
    ]) {
      expect(rangeOf(readFrameSearch(bad)), JSON.stringify(bad)).to.deep.equal({ kind: 'since', since: '24h' })
    }
  })

  it('leaves the default out of the address', () => {
    expect(readFrameSearch({ since: '24h', project: '' })).to.deep.equal({})
  })

  it('is of one kind: a relative range replaces an absolute one and vice versa', () => {
    const absolute = { project: 'shop', start, end }
    // Removed parameters are undefined: the router retains parameters that a new address does not name.
    const gone = { since: undefined, start: undefined, end: undefined }
    expect(changeFrameSearch(absolute, { since: '1h' })).to.deep.equal({ ...gone, project: 'shop', since: '1h' })
    expect(changeFrameSearch({ since: '1h' }, { start, end })).to.deep.equal({ ...gone, start, end })
    expect(changeFrameSearch(absolute, { project: undefined })).to.deep.equal({ project: undefined, start, end })
  })

  it('falls back to the nearest word that a route supports', () => {
    const words = ['1h', '6h', '24h', '7d', '30d', '90d'] as const
    expect(rangeQuery({ kind: 'since', since: '5m' }, words)).to.deep.equal({ since: '1h' })
    expect(rangeQuery({ kind: 'since', since: '7d' }, words)).to.deep.equal({ since: '7d' })
    expect(rangeQuery({ kind: 'between', start, end }, words)).to.deep.equal({ start, end })
  })

  it('has bounds and a familiar name', () => {
    expect(boundsOf({ kind: 'since', since: '1h' }, now)).to.deep.equal({ startMs: now - 3_600_000, endMs: now })
    expect(describeRange({ kind: 'since', since: '1h' }, now, utc)).to.equal('Last hour')
    expect(describeRange({ kind: 'between', start, end }, now, utc)).to.equal('14 May 02:00 – 03:30 UTC')
  })
})
