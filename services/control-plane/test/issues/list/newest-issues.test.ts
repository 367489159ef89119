import { limits } from '@signalbox/contracts'
import { expect } from 'chai'
import { createRandom } from '../../../../../test/support/random.js'
import { findNewest } from '../../../src/issues/list/newest-issues.js'
import { inOrder, type RankedIssue, type Ranking } from '../../../src/issues/list/ranked-issues.js'

interface Group {
  id: string
  lastMs: number
}

/** What a ranking of at most `limit` groups returns. */
function rankGroups(groups: readonly Group[], limit: number): Ranking {
  const returned = groups.toSorted((a, b) => b.lastMs - a.lastMs).slice(0, limit)
  const issues = new Map<string, RankedIssue>()
  for (const { id, lastMs } of returned) {
    const rank = Math.max(issues.get(id)?.rank ?? 0, lastMs)
    issues.set(id, { id, rank, lastMs: rank, events: 1, users: 0 })
  }
  const lowestRank = Math.min(...returned.map(({ lastMs }) => lastMs))
  const total = groups.length
  return { issues: [...issues.values()], isPartial: total > returned.length, total, lowestRank }
}

describe('the most recently seen issues', () => {
  it('are the same as by ranking all groups, whatever merges and ties there are', async () => {
    const random = createRandom(1)
    for (let round = 0; round < 40; round += 1) {
      const issueCount = random.integer(1, 900)
      const momentCount = random.pick([1, 5, 2_000])
      const groups = Array.from({ length: random.integer(400, 3_000) }, () => {
        return { id: `issue-${random.integer(1, issueCount)}`, lastMs: random.integer(1, momentCount) }
      })
      const all = inOrder(rankGroups(groups, Infinity).issues)
      const needed = random.integer(0, 200)
      const found = await findNewest(needed, (since, limit) =>
        Promise.resolve(rankGroups(since === '7d' ? groups : [], limit)),
      )
      const expected = needed > all.length ? undefined : all.slice(0, needed)
      expect(found?.slice(0, needed), `${issueCount} ${momentCount} ${groups.length}`).to.deep.equal(expected)
    }
  })

  it('are sorted as far as the page needs, and all of them are returned', () => {
    const random = createRandom(2)
    for (let round = 0; round < 40; round += 1) {
      const ranks = random.pick([1, 5, 2_000])
      const issues = Array.from({ length: random.integer(0, 300) }, (_, index): RankedIssue => {
        return { id: `issue-${index}`, rank: random.integer(1, ranks), lastMs: 0, events: 1, users: 0 }
      })
      const needed = random.integer(0, 310)
      const [sorted, partly] = [inOrder(issues), inOrder(issues, needed)]
      expect(partly.slice(0, needed)).to.deep.equal(sorted.slice(0, needed))
      expect(partly).to.have.members(sorted)
    }
  })

  it('are found among few groups, and among all if these are of too few issues', async () => {
    const asked: number[] = []
    const find = (groups: readonly Group[]) => {
      asked.length = 0
      return findNewest(100, (_, limit) => {
        asked.push(limit)
        return Promise.resolve(rankGroups(groups, limit))
      })
    }
    const groups = Array.from({ length: 5_000 }, (_, number) => ({ id: `issue-${number}`, lastMs: number }))
    await find(groups)
    expect(asked).to.deep.equal([500])
    await find(groups.map(({ lastMs }) => ({ id: lastMs > 1_000 ? 'frequent' : `issue-${lastMs}`, lastMs })))
    expect(asked).to.deep.equal([500, limits.issue.rankedGroupsMax])
  })
})
