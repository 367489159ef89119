import type { IssueCounts } from '@signalbox/contracts'
import { limits } from '@signalbox/contracts'
import { expect } from 'chai'
import { findMostUsers } from '../../../src/issues/list/most-users.js'

const countsOf = (issueId: string, users: number): IssueCounts => {
  return { issue_id: issueId, events: 0, users, first_seen_at: null, last_seen_at: null, series: [] }
}
const idOf = (number: number) => String(number).padStart(5, '0')

/** Issues by number, the first with the most events, and their counts. */
function open(size: number, of: { events: (number: number) => number; users: (number: number) => number }) {
  const issues = Array.from({ length: size }, (_, number) => ({ id: idOf(number), events: of.events(number) }))
  const asked: string[] = []
  const count = (ids: readonly string[]) => {
    asked.push(...ids)
    const counts = new Map(ids.map((id) => [id, countsOf(id, of.users(Number(id)))]))
    return Promise.resolve({ counts, seriesStart: null, intervalSeconds: null })
  }
  return { asked, find: (needed: number) => findMostUsers({ issues }, needed, count) }
}

describe('issues with the most users', () => {
  it('counts no more issues than can be in the result', async () => {
    const { asked, find } = open(1_000, {
      events: (number) => 10_000 - number * 10,
      users: (number) => 9_500 - number * 10,
    })
    const most = await find(30)
    expect(most?.ids.slice(0, 30)).to.deep.equal(Array.from({ length: 30 }, (_, number) => idOf(number)))
    expect(most?.ids).to.have.length(1_000)
    expect(asked, 'the 30th has 9 210 users, the 201st 8 000 events').to.have.length(limits.issue.countedAtOnceMax)
    expect(most?.counted.counts.size).to.equal(asked.length)
  })

  it('continues while an issue with fewer events can have more users', async () => {
    const { asked, find } = open(1_000, {
      events: (number) => 10_000 - number,
      users: (number) => (number === 250 ? 9_750 : number % 100),
    })
    const most = await find(1)
    expect(most?.ids[0]).to.equal(idOf(250))
    expect(asked).to.have.length(2 * limits.issue.countedAtOnceMax)
  })

  it('gives up if events have no users', async () => {
    expect(await open(1_000, { events: () => 10_000, users: () => 1 }).find(10)).to.equal(undefined)
  })

  it('counts none if none are needed, or too many', async () => {
    const { asked, find } = open(1_000, { events: () => 10, users: () => 1 })
    expect((await find(0))?.ids).to.have.length(1_000)
    expect(await find(limits.issue.recountedMax + 1)).to.equal(undefined)
    expect(asked).to.deep.equal([])
  })

  it('counts all of a few', async () => {
    const most = await open(3, { events: () => 10, users: (number) => number }).find(10)
    expect(most?.ids).to.deep.equal([idOf(2), idOf(1), idOf(0)])
    expect((await open(0, { events: () => 0, users: () => 0 }).find(10))?.ids).to.deep.equal([])
  })
})
