import type { IssueSort } from '@signalbox/contracts'
import type { Ask } from '../../telemetry-queries/ask.js'
import type { FoundIssue, IssueFilter } from '../store/issue-search.js'
import type { IssueStores } from '../store/issue-stores.js'
import { isWhole, type AskedRange } from './asked-range.js'
import type { IssueSearch } from './issue-search.js'
import { rankIssues, type RankedIssue } from './ranked-issues.js'

export interface FindRequest {
  organizationId: string
  projectId: string | undefined
  range: AskedRange
  search: IssueSearch
  sort: IssueSort
  page: { limit: number; offset: number }
}

/** One page of the issues that were found. */
export interface FoundPage {
  ids: string[]
  /** On this page or not. */
  total: number
  /** Whether some may be missing because there were too many groups of events. */
  isPartial: boolean
}

interface Dependencies {
  store: IssueStores
  ask: Ask
}

/**
 * Finds issues by what the control plane knows of them and what the store knows of their events. Where events need not
 * be known, those without any in the range follow the others, the newest first seen first.
 */
export async function findIssues(dependencies: Dependencies, request: FindRequest): Promise<FoundPage> {
  const { search, sort, range } = request
  const mayLackEvents = isWhole(range) && !search.needsEvents && search.counts.length === 0
  if (mayLackEvents && sort === 'first_seen') return findByState(dependencies, request)
  return findByEvents(dependencies, request, mayLackEvents)
}

function filterOf({ organizationId, projectId, search }: FindRequest): IssueFilter {
  return { organizationId, projectId, condition: search.condition }
}

function findByState({ store: { issueSearch } }: Dependencies, request: FindRequest): FoundPage {
  const filter = filterOf(request)
  const ids = issueSearch.page(filter, { except: [], ...request.page })
  return { ids, total: issueSearch.count(filter), isPartial: false }
}

async function findByEvents(
  dependencies: Dependencies,
  request: FindRequest,
  mayLackEvents: boolean,
): Promise<FoundPage> {
  const { store } = dependencies
  const { issueSearch } = store
  const ranking = await rankIssues({ ask: dependencies.ask, fingerprints: store.issueFingerprints }, request)
  const counted = ranking.issues.filter((issue) => request.search.counts.every((test) => test(issue)))
  const filter = filterOf(request)
  const byId = new Map(counted.map((issue) => [issue.id, issue]))
  const ranked = inOrder(request.sort, byId, issueSearch.select(filter, [...byId.keys()]))
  const { limit, offset } = request.page
  const ids = ranked.slice(offset, offset + limit)
  if (!mayLackEvents) return { ids, total: ranked.length, isPartial: ranking.isPartial }
  const rest = { except: ranked, limit: limit - ids.length, offset: Math.max(offset - ranked.length, 0) }
  const others = rest.limit === 0 ? [] : issueSearch.page(filter, rest)
  return { ids: [...ids, ...others], total: issueSearch.count(filter), isPartial: ranking.isPartial }
}

function inOrder(sort: IssueSort, ranked: ReadonlyMap<string, RankedIssue>, found: readonly FoundIssue[]): string[] {
  const keyed = found.map(({ id, first_seen_at: firstSeenAt }) => {
    return { id, key: sort === 'first_seen' ? firstSeenAt : (ranked.get(id)?.rank ?? 0) }
  })
  keyed.sort((a, b) => b.key - a.key || (a.id < b.id ? 1 : -1))
  return keyed.map(({ id }) => id)
}
