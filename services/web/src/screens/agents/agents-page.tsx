import type { SessionSummary } from '@signalbox/contracts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { api } from '../../api/api.js'
import { liveMs } from '../../api/queries.js'
import { Screen } from '../../frame/screen.js'
import { Button } from '../../parts/controls/button.js'
import { describeSession } from '../../parts/session/verdict-words.js'
import { Answered } from '../../parts/states/answered.js'
import { Empty } from '../../parts/states/empty.js'
import { Status } from '../../parts/status/status.js'
import { Ago } from '../../parts/time/ago.js'
import styles from './agents.module.css'

/** The agent sessions of the organization, the newest first. */
export function AgentsPage() {
  const query = useInfiniteQuery({
    queryKey: ['listAgentSessions', 'pages'],
    queryFn: ({ pageParam, signal }) =>
      api.call('listAgentSessions', { query: { page: pageParam, page_size: 50 } }, signal),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.next === null ? undefined : pages.length + 1),
    refetchInterval: liveMs,
  })
  return (
    <Screen title="Agents" freshness={query} hasRange={false} hasProject={false}>
      <section className="card" aria-label="Agent sessions">
        <Answered query={query}>
          {({ pages }) => {
            const sessions = pages.flatMap((page) => page.sessions)
            return sessions.length === 0 ? (
              <Empty title="Nothing was asked yet.">Open an issue and ask why it happens.</Empty>
            ) : (
              <SessionTable sessions={sessions} />
            )
          }}
        </Answered>
        {query.hasNextPage && (
          <footer>
            <Button isSmall disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              Older sessions
            </Button>
          </footer>
        )}
      </section>
    </Screen>
  )
}

const originWords: Readonly<Record<SessionSummary['origin']['kind'], string>> = {
  manual: 'a person',
  deployment: 'a deployment',
  workflow_run: 'a workflow',
  error: 'a new issue',
}

function SessionTable({ sessions }: { sessions: readonly SessionSummary[] }) {
  return (
    <table className={`table ${styles['table'] ?? ''}`}>
      <caption className="vh">Agent sessions, the newest first</caption>
      <thead>
        <tr>
          <th scope="col">Question</th>
          <th scope="col" className={styles['verdict']}>
            Verdict
          </th>
          <th scope="col" className={`hide-s ${styles['origin'] ?? ''}`}>
            Asked by
          </th>
          <th scope="col" className={styles['when']}>
            Asked
          </th>
        </tr>
      </thead>
      <tbody>
        {sessions.map((session) => {
          const { tone, text } = describeSession(session)
          return (
            <tr key={session.session_id}>
              <td>
                <a className={`name ${styles['prompt'] ?? ''}`} href={session.url}>
                  {session.prompt}
                </a>
              </td>
              <td>
                <Status tone={tone}>{text}</Status>
              </td>
              <td className="hide-s t2">{originWords[session.origin.kind]}</td>
              <td className="t3">
                <Ago at={session.created_at} />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
