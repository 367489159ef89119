import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { apiQuery, liveMs } from '../../api/queries.js'
import { useProject } from '../../frame/project/projects.js'
import { useRowKeys } from '../../frame/actions/use-row-keys.js'
import { Screen } from '../../frame/screen.js'
import { Pages } from '../../parts/controls/pages.js'
import { Segments } from '../../parts/controls/segments.js'
import { countOf } from '../../parts/numbers/format-number.js'
import { Answered } from '../../parts/states/answered.js'
import { AlertTable } from './alert-table.js'
import { alertChoices, readAlertsSearch, type AlertsSearch } from './alerts-search.js'
import styles from './alerts.module.css'
import { NoAlerts } from './no-alerts.js'

const pageSize = 50
/** As long as alerts are kept. */
const since = '90d'

/** Open alerts, or past ones. */
export function AlertsPage() {
  const search: AlertsSearch = useSearch({ from: '/frame/alerts' })
  const navigate = useNavigate({ from: '/alerts' })
  const project = useProject()
  const page = Number(search.page ?? 1)
  const state = search.state ?? 'firing'
  const query = useQuery({
    ...apiQuery('listAlerts', {
      query: {
        since,
        page,
        page_size: pageSize,
        ...(state !== 'all' && { state }),
        ...(project !== undefined && { project_id: project.id }),
      },
    }),
    refetchInterval: liveMs,
    placeholderData: keepPreviousData,
  })
  useRowKeys()
  const change = (next: AlertsSearch) =>
    void navigate({ search: ({ state: _state, page: _page, ...rest }) => ({ ...rest, ...next }) })
  return (
    <Screen title="Alerts" freshness={query} hasRange={false}>
      <div className={styles['tools']}>
        <Segments
          label="State"
          options={alertChoices}
          value={state}
          onChange={(value) => change(readAlertsSearch({ state: value }))}
        />
      </div>
      <section className="card" aria-label="Alerts">
        <Answered query={query}>
          {({ alerts, count }) =>
            alerts.length === 0 ? (
              <NoAlerts state={state} />
            ) : (
              <>
                <AlertTable alerts={alerts} />
                <footer>
                  {countOf(count, 'alert')}
                  <Pages
                    page={page}
                    hasMore={page * pageSize < count}
                    onChange={(number) => change(readAlertsSearch({ ...search, page: String(number) }))}
                  />
                </footer>
              </>
            )
          }
        </Answered>
      </section>
    </Screen>
  )
}
