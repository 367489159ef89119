import { queryIssueCounts, queryIssueRanking, limits, type IssueSort, type RankedGroup } from '@signalbox/contracts'
import { stringifySearch } from '@signalbox/event-search'
import type { Ask } from '../../telemetry-queries/ask.js'
import type { IssueFingerprintStore } from '../store/issue-fingerprints.js'
import { askForSearch, type AskedRange } from './asked-range.js'
import type { SearchedCounts } from './count-tests.js'
import type { IssueSearch } from './issue-search.js'

/** What a range knows of an issue. */
export interface RankedIssue extends SearchedCounts {
  id: string
  /** What the issue is sorted by, but for its first sighting, which the control plane knows. */
  rank: number
  /** Fingerprints with events in the range. */
  groups: number
}

export interface RankingRequest {
  organizationId: string
  projectId: string | undefined
  range: AskedRange
  search: IssueSearch
  sort: IssueSort
}

export interface Ranking {
  issues: RankedIssue[]
  /** Whether there were more groups of events than are looked at. */
  isPartial: boolean
}

/** Fingerprints whose issues are looked up in one query. */
const chunkLength = 1_000

/** Issues with events in a range that meet the search, in no order. Groups without an issue are left out. */
export async function rankIssues(
  { ask, fingerprints }: { ask: Ask; fingerprints: IssueFingerprintStore },
  request: RankingRequest,
): Promise<Ranking> {
  const { organizationId, projectId, range, search, sort } = request
  const answer = await askForSearch(() =>
    ask(organizationId, queryIssueRanking, {
      ...range,
      ...(projectId !== undefined && { project_id: projectId }),
      ...(search.events.length > 0 && { search: stringifySearch(search.events) }),
      sort,
      users: search.countsUsers,
    }),
  )
  const issues = new Map<string, Tally>()
  for (const { group, issueId } of withIssues(fingerprints, organizationId, answer.groups)) {
    issues.set(issueId, add(issues.get(issueId), issueId, group))
  }
  const tallies = [...issues.values()]
  if (search.countsUsers || sort === 'users') await countUsersOfMerged(ask, request, tallies)
  return {
    issues: tallies.map((tally) => ({ ...tally, rank: rankOf(sort, tally, answer.recent_share) })),
    isPartial: answer.total > answer.groups.length,
  }
}

interface Tally extends Omit<RankedIssue, 'rank'> {
  recentEvents: number
}

function add(tally: Tally | undefined, id: string, group: RankedGroup): Tally {
  const known = tally ?? { id, events: 0, recentEvents: 0, users: 0, lastMs: 0, groups: 0 }
  return {
    id,
    events: known.events + group.events,
    recentEvents: known.recentEvents + group.recent_events,
    // Of several groups at least as many as of the largest.
    users: Math.max(known.users, group.users ?? 0),
    lastMs: Math.max(known.lastMs, Date.parse(group.last_seen_at)),
    groups: known.groups + 1,
  }
}

function* withIssues(fingerprints: IssueFingerprintStore, organizationId: string, groups: readonly RankedGroup[]) {
  for (let start = 0; start < groups.length; start += chunkLength) {
    const chunk = groups.slice(start, start + chunkLength)
    const asked = chunk.map(({ project_id: projectId, fingerprint }) => ({ projectId, fingerprint }))
    const known = fingerprints.findAll(organizationId, asked)
    const issueIds = new Map(known.map((row) => [`${row.project_id}:${row.fingerprint}`, row.issue_id]))
    for (const group of chunk) {
      const issueId = issueIds.get(`${group.project_id}:${group.fingerprint}`)
      if (issueId !== undefined) yield { group, issueId }
    }
  }
}

/** Users of several groups may be the same people: those of merged issues are counted again, all groups together. */
async function countUsersOfMerged(ask: Ask, request: RankingRequest, tallies: readonly Tally[]): Promise<void> {
  const merged = tallies.filter(({ groups }) => groups > 1).sort((a, b) => b.users - a.users)
  const counted = new Map(merged.slice(0, limits.issue.recountedMax).map((tally) => [tally.id, tally]))
  const ids = [...counted.keys()]
  for (let start = 0; start < ids.length; start += limits.issue.countedAtOnceMax) {
    const { issues } = await ask(request.organizationId, queryIssueCounts, {
      ...request.range,
      issue_id: ids.slice(start, start + limits.issue.countedAtOnceMax),
      ...(request.search.events.length > 0 && { search: stringifySearch(request.search.events) }),
      intervals: 1,
    })
    for (const { issue_id: id, users } of issues) {
      const tally = counted.get(id)
      if (tally !== undefined) tally.users = users
    }
  }
}

/** As the store ranks groups; see `recent_events` of the contract. */
function rankOf(sort: IssueSort, { events, recentEvents, users, lastMs }: Tally, recentShare: number): number {
  if (sort === 'events') return events
  if (sort === 'users') return users
  if (sort !== 'trend') return lastMs
  return (recentEvents + 1) / (((events - recentEvents) * recentShare) / (1 - recentShare) + 1)
}
