import { limits } from '@signalbox/contracts'
import { expect } from 'chai'
import { createRandom } from '../../../../../test/support/random.js'
import { rankFirst } from '../../../src/issues/list/first-issues.js'
import { inOrder, type RankedIssue, type Ranking } from '../../../src/issues/list/ranked-issues.js'

interface Group {
  id: string
  events: number
}

/** What a ranking of at most `limit` groups, and of all groups of the complete issues, returns. */
function rankGroups(groups: readonly Group[], limit: number, complete: readonly string[] = []): Ranking {
  const sorted = groups.toSorted((a, b) => b.events - a.events)
  const returned = sorted.filter(({ id }, place) => place < limit || complete.includes(id))
  const issues = new Map<string, RankedIssue>()
  for (const { id, events } of returned) {
    const rank = (issues.get(id)?.rank ?? 0) + events
    issues.set(id, { id, rank, lastMs: 0, events: rank, users: 0 })
  }
  const [total, lowestRank] = [groups.length, sorted[limit - 1]?.events ?? -Infinity]
  return { issues: [...issues.values()], isPartial: total > returned.length, total, lowestRank }
}

function mergedOf(groups: readonly Group[]): string[] {
  const ids = groups.map(({ id }) => id)
  return [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))]
}

describe('the first issues of a ranking', () => {
  it('are the same as by ranking all groups, whatever merges and ties there are', async () => {
    const random = createRandom(1)
    let found = 0
    for (let round = 0; round < 60; round += 1) {
      const eventsMax = random.pick([1, 5, 2_000])
      const groups = Array.from({ length: random.integer(0, 2_000) }, (_, index) => {
        const isMerged = random.integer(1, 30) === 1
        return {
          id: isMerged ? `merged-${random.integer(1, 90)}` : `issue-${index}`,
          events: random.integer(1, eventsMax),
        }
      })
      const needed = random.integer(1, 200)
      const issues = rankGroups(groups, Infinity).issues
      const candidates = { matching: issues.length, all: issues.length, merged: mergedOf(groups) }
      const first = await rankFirst(needed, candidates, (limit, complete) =>
        Promise.resolve(rankGroups(groups, limit, complete)),
      )
      if (first === undefined) continue
      found += 1
      expect(inOrder(first.issues).slice(0, needed), `round ${round}`).to.deep.equal(inOrder(issues).slice(0, needed))
      const others = issues.filter(({ id }) => !first.issues.some((issue) => issue.id === id))
      expect(Math.max(...others.map(({ events }) => events), -Infinity)).to.be.at.most(first.othersMax)
    }
    expect(found, 'rounds that needed no more').to.be.at.least(30)
  })

  const groups = Array.from({ length: 5_000 }, (_, number) => ({ id: `issue-${number}`, events: number + 1 }))
  const find = async (more: Partial<Parameters<typeof rankFirst>[1]>, rankedGroups: readonly Group[] = groups) => {
    const asked: number[] = []
    const candidates = { matching: 5_000, all: 5_000, merged: [], ...more }
    const first = await rankFirst(100, candidates, (limit, complete) => {
      asked.push(limit)
      return Promise.resolve(rankGroups(rankedGroups, limit, complete))
    })
    return { asked, first }
  }

  it('are found among few groups, more of them if the search excludes many issues', async () => {
    expect((await find({})).asked).to.deep.equal([500])
    expect((await find({ matching: 1_000 })).asked).to.deep.equal([1_000])
  })

  it('are found among all groups if few issues match, many are merged, or there are more groups than can be ranked', async () => {
    const merged = Array.from({ length: limits.issue.countedAtOnceMax + 1 }, (_, number) => `issue-${number}`)
    for (const more of [{ matching: 100 }, { merged }])
      expect(await find(more)).to.deep.equal({ asked: [], first: undefined })
    const tooMany = Array.from({ length: limits.issue.rankedGroupsMax + 1 }, () => ({ id: 'issue', events: 1 }))
    expect((await find({}, tooMany)).first).to.equal(undefined)
  })
})
