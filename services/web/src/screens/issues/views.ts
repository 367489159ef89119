import type { IssueSort, IssueView } from '@signalbox/contracts'
import { defaultSort } from './search.js'

/** A named search. */
export interface View {
  name: string
  query: string
  /** Keeps the list's order if omitted. */
  sort?: IssueSort
}

/** Built-in searches shown as tabs. */
export const tabs: readonly View[] = [
  { name: 'Unresolved', query: 'is:unresolved' },
  { name: 'New today', query: 'is:unresolved age:-24h' },
  { name: 'Regressed', query: 'is:[regressed,escalated]' },
  { name: 'Mine', query: 'is:unresolved assigned:me' },
  { name: 'Archived', query: 'is:archived' },
  { name: 'All', query: '' },
]

const savedTabsMax = 6

/** The saved views shown as tabs: the current one, the opening view and others, in order. */
export function chooseTabs(saved: readonly IssueView[], current: IssueView | undefined): readonly IssueView[] {
  const rank = (view: IssueView) => (view.id === current?.id ? 0 : view.is_default ? 1 : 2)
  const chosen = new Set(saved.toSorted((a, b) => rank(a) - rank(b)).slice(0, savedTabsMax))
  return saved.filter((view) => chosen.has(view))
}

/** The saved view that a search matches. */
export function findCurrent(
  saved: readonly IssueView[],
  { query, sort = defaultSort }: Pick<View, 'query' | 'sort'>,
): IssueView | undefined {
  return saved.find((view) => view.query === query && view.sort === sort)
}

/** The opening view as last reported by the server to this browser: the first request need not wait for it. */
export interface Opening {
  memberId: string
  query: string
  sort: IssueSort
}
