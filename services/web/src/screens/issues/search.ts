import type { IssueSort } from '@signalbox/contracts'

/** Search parameters of the list. */
export interface IssuesSearch {
  /**
   * Search text. By default the member's opening view, otherwise the standard search. An empty search is `*`, which
   * finds all issues.
   */
  query?: string
  sort?: IssueSort
}

export const defaultQuery = 'is:unresolved'
export const defaultSort: IssueSort = 'last_seen'

export const sortNames: Readonly<Record<IssueSort, string>> = {
  last_seen: 'Last seen',
  first_seen: 'First seen',
  events: 'Events',
  users: 'Users',
  trend: 'Trend',
}

export function isSort(value: unknown): value is IssueSort {
  return typeof value === 'string' && Object.hasOwn(sortNames, value)
}

export function readIssuesSearch({ query, sort }: Readonly<Record<string, unknown>>): IssuesSearch {
  return {
    ...(typeof query === 'string' && query !== '' && { query }),
    ...(isSort(sort) && sort !== defaultSort && { sort }),
  }
}

/** The server-side search of an address. */
export function queryOf({ query }: IssuesSearch): string {
  return query === everything ? '' : (query ?? defaultQuery)
}

/** A search's address parameter: never empty, because without one other people would see their own opening view. */
export function paramOfQuery(query: string): string {
  return query === '' ? everything : query
}

/** An order's address parameter: none for the default. */
export function paramOfSort(sort: IssueSort): Pick<IssuesSearch, 'sort'> {
  return sort === defaultSort ? {} : { sort }
}

const everything = '*'
