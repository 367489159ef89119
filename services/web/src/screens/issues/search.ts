import type { IssueSort } from '@signalbox/contracts'

/** What the address says about the list. */
export interface IssuesSearch {
  /**
   * In the search language. When left out, what the member opens the list with, else the default. An empty search is `*`: it
   * finds every issue.
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

/** The search that an address stands for, as the server is asked. */
export function queryOf({ query }: IssuesSearch): string {
  return query === everything ? '' : (query ?? defaultQuery)
}

/** What stands in the address for a search: always something, because nothing is another search for somebody else. */
export function paramOfQuery(query: string): string {
  return query === '' ? everything : query
}

/** What stands in the address for an order: nothing for the usual one. */
export function paramOfSort(sort: IssueSort): Pick<IssuesSearch, 'sort'> {
  return sort === defaultSort ? {} : { sort }
}

const everything = '*'
