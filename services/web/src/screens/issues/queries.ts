import type { ListedIssue } from '@signalbox/contracts'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../api/queries.js'
import type { RouteResponse } from '../../api/contract-types.js'
import { rangeQuery, type Range } from '../../frame/range/range.js'
import { queryOf, type IssuesSearch } from './search.js'

export type IssueList = RouteResponse<'listIssues'>

/** Issues per request. */
export const pageSize = 100

/** A change by one person is visible to others within 5 s. */
export const listLiveMs = 4_000

const words = ['1h', '6h', '24h', '7d', '30d', '90d'] as const

export interface IssueListQuery {
  search: IssuesSearch
  range: Range
  projectId: string | undefined
}

/** Query options for one page of the list. */
export function issuesPage({ search, range, projectId }: IssueListQuery, page: number) {
  return apiQuery('listIssues', {
    query: {
      query: queryOf(search),
      sort: search.sort ?? 'last_seen',
      limit: pageSize,
      offset: page * pageSize,
      ...rangeQuery(range, words),
      ...(projectId !== undefined && { project_id: projectId }),
    },
  })
}

/** The first page, which includes the total. Refetched automatically unless paused. */
export function useFirstPage(listQuery: IssueListQuery, isPaused: boolean) {
  return useQuery({
    ...issuesPage(listQuery, 0),
    refetchInterval: isPaused ? false : listLiveMs,
    placeholderData: keepPreviousData,
  })
}

/** The issues of the requested pages, by list position. */
export function useIssuesAt(
  listQuery: IssueListQuery,
  pages: readonly number[],
  isPaused: boolean,
): ReadonlyMap<number, ListedIssue> {
  return useQueries({
    queries: pages.map((page) => ({
      ...issuesPage(listQuery, page),
      refetchInterval: isPaused ? (false as const) : listLiveMs,
    })),
    combine: (answers) =>
      new Map(
        answers.flatMap(({ data }, index) =>
          (data?.issues ?? []).map((issue, place) => [(pages[index] ?? 0) * pageSize + place, issue] as const),
        ),
      ),
  })
}
