import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { apiQuery } from '../../api/queries.js'
import { formatCount } from '../../parts/numbers/format-number.js'
import { Tabs } from '../../parts/controls/tabs.js'
import { paramOfQuery, paramOfSort } from './search.js'
import { useViews } from './use-views.js'
import { ViewMenu } from './view-menu.js'
import { chooseTabs, findCurrent, tabs, type View } from './views.js'
import styles from './issues.module.css'

interface ViewTabsProps {
  search: Pick<View, 'query' | 'sort'>
  projectId: string | undefined
  /** Whether the list has loaded: counts of other views must not delay it. */
  isListed: boolean
  onChoose(view: View): void
}

/** Built-in issue views, then saved ones. */
export function ViewTabs({ search, projectId, isListed, onChoose }: ViewTabsProps) {
  const views = useViews()
  const current = findCurrent(views.saved, search)
  const isReady = current === undefined
  return (
    <>
      <div className={styles['head']}>
        <Tabs label="Issue views">
          {tabs.map((view) => (
            <Tab
              key={view.name}
              view={view}
              isCurrent={isReady && view.query === search.query}
              {...{ projectId, isListed }}
            />
          ))}
          {chooseTabs(views.saved, current).map((view) => (
            <Tab key={view.id} view={view} isCurrent={view.id === current?.id} {...{ projectId, isListed }} />
          ))}
        </Tabs>
        <ViewMenu {...{ search, current, views, onChoose }} />
      </div>
      {views.fault !== undefined && (
        <p className={`c-bad ${styles['said'] ?? ''}`} role="alert">
          {views.fault}
        </p>
      )}
    </>
  )
}

interface TabProps extends Pick<ViewTabsProps, 'projectId' | 'isListed'> {
  view: View
  isCurrent: boolean
}

function Tab({ view, isCurrent, projectId, isListed }: TabProps) {
  const { data } = useQuery({
    ...apiQuery('listIssues', {
      query: { query: view.query, limit: 0, ...(projectId !== undefined && { project_id: projectId }) },
    }),
    staleTime: 60_000,
    retry: false,
    enabled: isListed,
  })
  return (
    <Link to="/issues" search={(before) => withView(before, view)} aria-current={isCurrent ? 'true' : undefined}>
      {view.name}
      {data && <span className="n">{formatCount(data.total)}</span>}
    </Link>
  )
}

/** The same project and range with another search. */
function withView(before: object, { query, sort }: View) {
  const replaced = sort === undefined ? ['query'] : ['query', 'sort']
  const rest = Object.fromEntries(Object.entries(before).filter(([name]) => !replaced.includes(name)))
  return { ...rest, query: paramOfQuery(query), ...(sort && paramOfSort(sort)) }
}
