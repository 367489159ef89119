import type { IssueSort } from '@signalbox/contracts'
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { RefusedError } from '../../api/browser-api.js'
import { explainError } from '../../api/explain.js'
import { useProject } from '../../frame/project/projects.js'
import { useChangeFrameSearch, useRange } from '../../frame/range/use-range.js'
import { Screen } from '../../frame/screen.js'
import { Menu } from '../../parts/controls/menu.js'
import { Answered } from '../../parts/states/answered.js'
import { EventsChart } from './events-chart.js'
import { FilterBar } from './filter-bar.js'
import { IssueList } from './issue-list.js'
import { NoIssues } from './no-issues.js'
import { useFirstPage, type IssueListQuery } from './queries.js'
import { defaultSort, isSort, paramOfQuery, paramOfSort, queryOf, sortNames, type IssuesSearch } from './search.js'
import { useKnownValues } from './use-known-values.js'
import { useOpening } from './use-views.js'
import { ViewTabs } from './view-tabs.js'
import type { View } from './views.js'
import styles from './issues.module.css'

/** The organization's errors as issues. An address without a search uses the member's opening view. */
export function IssuesPage() {
  const { query, sort }: IssuesSearch = useSearch({ from: '/frame/issues' })
  const opening = useOpening()
  if (query !== undefined || opening === undefined) return <FoundIssues />
  const search = { query: paramOfQuery(opening.query), ...paramOfSort(sort ?? opening.sort) }
  return <Navigate to="/issues" search={(before) => ({ ...before, ...search })} replace />
}

function FoundIssues() {
  const search: IssuesSearch = useSearch({ from: '/frame/issues' })
  const navigate = useNavigate({ from: '/issues' })
  const range = useRange()
  const changeFrame = useChangeFrameSearch()
  const projectId = useProject()?.id
  const [isScrolled, setScrolled] = useState(false)
  const [isChoosing, setChoosing] = useState(false)
  const [isSearching, setSearching] = useState(false)
  const listQuery: IssueListQuery = { search, range, projectId }
  const isPaused = isScrolled || isChoosing
  const first = useFirstPage(listQuery, isPaused)
  const change = (next: IssuesSearch) =>
    void navigate({ search: ({ query: _query, sort: _sort, ...rest }) => ({ ...rest, ...next }), replace: false })
  const choose = ({ query, sort = search.sort ?? defaultSort }: Pick<View, 'query' | 'sort'>) => {
    change({ query: paramOfQuery(query), ...paramOfSort(sort) })
  }
  const setQuery = (query: string) => {
    choose({ query })
  }
  const setSort = (sort: string) => {
    if (isSort(sort)) change({ ...(search.query !== undefined && { query: search.query }), sort })
  }
  const isWrongQuery = first.error instanceof RefusedError && first.error.status === 400
  return (
    <Screen title="Issues" freshness={{ dataUpdatedAt: first.dataUpdatedAt, isPaused }}>
      <ViewTabs
        search={{ query: queryOf(search), ...(search.sort && { sort: search.sort }) }}
        projectId={projectId}
        isListed={first.isFetched}
        onChoose={choose}
      />
      <div className={styles['tools']}>
        <FilterBar
          query={queryOf(search)}
          known={useKnownValues(isSearching)}
          fault={isWrongQuery ? explainError(first.error).text : undefined}
          onChange={setQuery}
          onFocus={() => setSearching(true)}
        />
        <OrderMenu sort={search.sort ?? defaultSort} onChange={setSort} />
      </div>
      <section className="card" aria-label="Issues">
        <EventsChart range={range} projectId={projectId} />
        {!isWrongQuery && (
          <Answered query={first} shorten={() => changeFrame({ since: '1h' })}>
            {(list) =>
              list.total === 0 ? (
                <NoIssues query={queryOf(search)} listQuery={listQuery} onChange={setQuery} />
              ) : (
                <IssueList
                  {...{ listQuery, list, isPaused, setSort }}
                  onScrolled={setScrolled}
                  onChoosing={setChoosing}
                />
              )
            }
          </Answered>
        )}
      </section>
    </Screen>
  )
}

function OrderMenu({ sort, onChange }: { sort: IssueSort; onChange(sort: string): void }) {
  const items = Object.entries(sortNames).map(([id, text]) => ({
    id,
    text,
    isChosen: id === sort,
    onSelect: () => onChange(id),
  }))
  return (
    <Menu label="Order" items={items}>
      {sortNames[sort]}
    </Menu>
  )
}
