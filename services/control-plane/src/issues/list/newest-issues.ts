import { limits } from '@signalbox/contracts'
import { inOrder, rankedInFull, type RankedIssue, type Ranking } from './ranked-issues.js'

/** Windows in which to look for a page of the most recently seen issues before falling back to the entire range. */
const shortWindows = ['1h', '24h', '7d'] as const

/** Ranks issues by their newest event within a window, considering at most `limit` groups of events. */
type RankNewest = (since: (typeof shortWindows)[number], limit: number) => Promise<Ranking>

/**
 * Issues with recent events sort before all others: if a short window yields enough of them for the page, older events
 * need not be read.
 * @returns at least the first `needed` ids, in order; undefined if there are not enough.
 */
export async function findNewest(needed: number, rank: RankNewest): Promise<string[] | undefined> {
  for (const since of shortWindows) {
    const newest = await rankWindow(needed, (limit) => rank(since, limit))
    if (newest.length >= needed) return inOrder(newest)
  }
  return undefined
}

/** More than a page has, because a group can be of an issue that the search excludes, or of the same one as another. */
const groupsPerIssue = 4
const groupsLeast = 500

async function rankWindow(needed: number, rank: (limit: number) => Promise<Ranking>): Promise<readonly RankedIssue[]> {
  const { rankedGroupsMax } = limits.issue
  const first = await rank(Math.min(Math.max(groupsPerIssue * needed, groupsLeast), rankedGroupsMax))
  const complete = rankedInFull(first)
  return !first.isPartial || complete.length >= needed ? complete : (await rank(rankedGroupsMax)).issues
}
