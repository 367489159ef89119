import type { IssueSort, IssueView } from '@signalbox/contracts'
import { defaultSort } from './search.js'

/** A search with a name. */
export interface View {
  name: string
  query: string
  /** Keeps the order of the list as it is when left out. */
  sort?: IssueSort
}

/** Ready-made searches, as tabs. */
export const tabs: readonly View[] = [
  { name: 'Unresolved', query: 'is:unresolved' },
  { name: 'New today', query: 'is:unresolved age:-24h' },
  { name: 'Regressed', query: 'is:[regressed,escalated]' },
  { name: 'Mine', query: 'is:unresolved assigned:me' },
  { name: 'Archived', query: 'is:archived' },
  { name: 'All', query: '' },
]

const savedTabsMax = 6

/** The saved views that are tabs: the one that is looked at, what the list opens with and others, in their order. */
export function chooseTabs(saved: readonly IssueView[], current: IssueView | undefined): readonly IssueView[] {
  const rank = (view: IssueView) => (view.id === current?.id ? 0 : view.is_default ? 1 : 2)
  const chosen = new Set(saved.toSorted((a, b) => rank(a) - rank(b)).slice(0, savedTabsMax))
  return saved.filter((view) => chosen.has(view))
}

/** The saved view that a search is. */
export function findCurrent(
  saved: readonly IssueView[],
  { query, sort = defaultSort }: Pick<View, 'query' | 'sort'>,
): IssueView | undefined {
  return saved.find((view) => view.query === query && view.sort === sort)
}

/** What the list opened with when the server last said so, on this browser: the first request need not wait for that. */
export interface Opening {
  memberId: string
  query: string
  sort: IssueSort
}
