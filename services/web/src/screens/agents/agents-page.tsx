import type { SessionOriginKind } from '@signalbox/contracts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { usePermission } from '../../api/permission.js'
import { apiQuery, liveMs } from '../../api/queries.js'
import { openAsk } from '../../frame/ask/ask-store.js'
import { useRowKeys } from '../../frame/actions/use-row-keys.js'
import { Screen } from '../../frame/screen.js'
import { Button } from '../../parts/controls/button.js'
import { Pages } from '../../parts/controls/pages.js'
import { Segments } from '../../parts/controls/segments.js'
import { countOf } from '../../parts/numbers/format-number.js'
import { Answered } from '../../parts/states/answered.js'
import { Empty } from '../../parts/states/empty.js'
import { originWords } from '../../parts/session/origin.js'
import { readAgentsSearch, type AgentsSearch } from './agents-search.js'
import styles from './agents.module.css'
import { SessionTable } from './session-table.js'

type OriginChoice = SessionOriginKind | 'all'

const pageSize = 50
const choices: readonly { value: OriginChoice; text: string }[] = [
  { value: 'all', text: 'All' },
  { value: 'manual', text: originWords.manual.short },
  { value: 'deployment', text: originWords.deployment.short },
  { value: 'workflow_run', text: originWords.workflow_run.short },
  { value: 'error', text: originWords.error.short },
]

/** All sessions of the organization, newest first. */
export function AgentsPage() {
  const search: AgentsSearch = useSearch({ from: '/frame/agents' })
  const navigate = useNavigate({ from: '/agents' })
  const page = Number(search.page ?? 1)
  const query = useQuery({
    ...apiQuery('listAgentSessions', {
      query: { page, page_size: pageSize, ...(search.origin && { origin: search.origin }) },
    }),
    refetchInterval: liveMs,
    placeholderData: keepPreviousData,
  })
  useRowKeys()
  const change = (next: AgentsSearch) =>
    void navigate({ search: ({ origin: _origin, page: _page, ...rest }) => ({ ...rest, ...next }) })
  const choose = (value: OriginChoice) => change(value === 'all' ? {} : { origin: value })
  const turnTo = (number: number) => change(readAgentsSearch({ ...search, page: String(number) }))
  return (
    <Screen title="Agents" freshness={query} hasRange={false} hasProject={false}>
      <div className={styles['tools']}>
        <Segments label="Asked by" options={choices} value={search.origin ?? 'all'} onChange={choose} />
        <AskButton isMain />
      </div>
      <section className="card" aria-label="Sessions">
        <Answered query={query}>
          {({ sessions, count }) =>
            sessions.length === 0 ? (
              <NoSessions isFiltered={search.origin !== undefined} />
            ) : (
              <>
                <SessionTable sessions={sessions} />
                <footer>
                  {countOf(count, 'session')}
                  <Pages page={page} hasMore={page * pageSize < count} onChange={turnTo} />
                </footer>
              </>
            )
          }
        </Answered>
      </section>
    </Screen>
  )
}

function AskButton({ isMain = false }: { isMain?: boolean }) {
  const permission = usePermission('sessions:write')
  return (
    <Button
      icon="ask"
      permission={permission}
      {...(isMain && { kind: 'main' as const })}
      onClick={openAsk.bind(undefined, {})}
    >
      Ask a question
    </Button>
  )
}

function NoSessions({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <Empty title="No sessions of this kind yet." />
  return (
    <Empty title="No sessions yet." action={<AskButton />}>
      Ask why something broke. A session queries your telemetry and answers with claims checked against the evidence.
    </Empty>
  )
}
