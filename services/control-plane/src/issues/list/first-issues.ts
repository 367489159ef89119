import { limits } from '@signalbox/contracts'
import { rankedInFull, type RankedIssue, type Ranking } from './ranked-issues.js'

export interface FirstIssues {
  /** All issues that rank above the others, unsorted. */
  issues: readonly RankedIssue[]
  /** No other issue ranks higher. */
  othersMax: number
}

interface Candidates {
  /** Number of issues that match the search, and of all issues. */
  matching: number
  all: number
  /** Matching issues with several fingerprints; may be more than can be ranked in full. */
  merged: readonly string[]
}

/** More groups than a page has issues, because the search may exclude more of the frequent ones than of the others. */
const groupsPerIssue = 2
const groupsLeast = 500

/**
 * Ranks only as many groups of events as a page needs: matching all of them with issues takes longer than ranking them.
 * Issues with several fingerprints are ranked in full, so any other issue ranks as high as its only group.
 * @param rank Ranks at most `limit` groups of events, besides those of the `complete` issues.
 * @returns undefined if all groups must be ranked to find the first `needed` issues.
 */
export async function rankFirst(
  needed: number,
  { matching, all, merged }: Candidates,
  rank: (limit: number, complete: readonly string[]) => Promise<Ranking>,
): Promise<FirstIssues | undefined> {
  const limit = Math.max(Math.ceil((groupsPerIssue * needed * all) / Math.max(matching, 1)), groupsLeast)
  if (limit > limits.issue.rankedGroupsMax / 2 || merged.length > limits.issue.countedAtOnceMax) return undefined
  const ranking = await rank(limit, merged)
  if (ranking.total > limits.issue.rankedGroupsMax) return undefined
  const issues = rankedInFull(ranking)
  if (!ranking.isPartial) return { issues, othersMax: -Infinity }
  return issues.length < needed ? undefined : { issues, othersMax: ranking.lowestRank }
}
