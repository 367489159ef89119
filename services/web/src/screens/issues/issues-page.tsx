import { useNavigate, useSearch } from '@tanstack/react-router'
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
import { useFirstPage, type ListQuestion } from './queries.js'
import { isSort, paramOfQuery, queryOf, sortNames, type IssuesSearch } from './search.js'
import { useKnownValues } from './use-known-values.js'
import { ViewTabs } from './view-tabs.js'
import styles from './issues.module.css'

/** The errors of the organization as issues. */
export function IssuesPage() {
  const search: IssuesSearch = useSearch({ from: '/frame/issues' })
  const navigate = useNavigate({ from: '/issues' })
  const range = useRange()
  const changeFrame = useChangeFrameSearch()
  const projectId = useProject()?.id
  const [isScrolled, setScrolled] = useState(false)
  const [isChoosing, setChoosing] = useState(false)
  const question: ListQuestion = { search, range, projectId }
  const isPaused = isScrolled || isChoosing
  const first = useFirstPage(question, isPaused)
  const change = (next: IssuesSearch) =>
    void navigate({ search: ({ query: _query, sort: _sort, ...rest }) => ({ ...rest, ...next }), replace: false })
  const setQuery = (query: string) => {
    const param = paramOfQuery(query)
    change({ ...(param !== undefined && { query: param }), ...(search.sort && { sort: search.sort }) })
  }
  const setSort = (sort: string) => {
    if (isSort(sort)) change({ ...(search.query !== undefined && { query: search.query }), sort })
  }
  const isWrongQuery = first.error instanceof RefusedError && first.error.status === 400
  return (
    <Screen title="Issues" freshness={{ dataUpdatedAt: first.dataUpdatedAt, isPaused }}>
      <ViewTabs query={queryOf(search)} projectId={projectId} onChange={setQuery} />
      <div className={styles['tools']}>
        <FilterBar
          query={queryOf(search)}
          known={useKnownValues()}
          fault={isWrongQuery ? explainError(first.error).text : undefined}
          onChange={setQuery}
        />
        <Menu
          label="Order"
          items={Object.entries(sortNames).map(([id, text]) => ({
            id,
            text,
            isChosen: id === (search.sort ?? 'last_seen'),
            onSelect: () => setSort(id),
          }))}
        >
          {sortNames[search.sort ?? 'last_seen']}
        </Menu>
      </div>
      <section className="card" aria-label="Issues">
        <EventsChart range={range} projectId={projectId} />
        {!isWrongQuery && (
          <Answered query={first} shorten={() => changeFrame({ since: '1h' })}>
            {(list) =>
              list.total === 0 ? (
                <NoIssues query={queryOf(search)} question={question} onChange={setQuery} />
              ) : (
                <IssueList
                  {...{ question, isPaused, setSort }}
                  total={list.total}
                  isPartial={list.is_partial}
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
