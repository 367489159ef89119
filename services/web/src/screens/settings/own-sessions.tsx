import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/api.js'
import type { RouteAnswer } from '../../api/contract-types.js'
import { apiQuery } from '../../api/queries.js'
import { ConfirmButton } from '../../parts/form/confirm-button.js'
import { Answered } from '../../parts/states/answered.js'
import { Tag } from '../../parts/status/status.js'
import { Ago } from '../../parts/time/ago.js'
import { nameBrowser } from './name-browser.js'
import { Card } from './settings-page.js'
import { SettingsTable } from './settings-table.js'
import styles from './settings.module.css'

type OwnSession = RouteAnswer<'listSessions'>['sessions'][number]

/** Where somebody is signed in, and how to end that. */
export function OwnSessions() {
  const query = useQuery(apiQuery('listSessions', {}))
  const cache = useQueryClient()
  const refresh = () => cache.invalidateQueries({ queryKey: ['listSessions'] })
  const end = async (id: string) => {
    await api.call('revokeSession', { params: { browser_session_id: id } })
    await refresh()
  }
  const endOthers = async () => {
    await api.call('revokeOtherSessions', {})
    await refresh()
  }
  return (
    <Card title="Where you are signed in" note="In all your organizations.">
      <Answered query={query}>
        {({ sessions }) => (
          <>
            <SessionTable sessions={sessions} end={end} />
            {sessions.length > 1 && (
              <footer>
                <ConfirmButton text="End all others" what="End all others" run={endOthers}>
                  Whoever uses them has to sign in again.
                </ConfirmButton>
              </footer>
            )}
          </>
        )}
      </Answered>
    </Card>
  )
}

const columns = [
  { name: 'Browser' },
  { name: 'Organization' },
  { name: 'Signed in', kind: 'short' },
  { name: 'Used', kind: 'short' },
] as const

function SessionTable({ sessions, end }: { sessions: readonly OwnSession[]; end(id: string): Promise<void> }) {
  return (
    <SettingsTable caption="Your sessions, last used first" columns={columns}>
      {sessions.map((session) => (
        <tr key={session.id}>
          <td>
            <span title={session.user_agent}>{nameBrowser(session.user_agent)}</span>
            {session.address !== '' && <div className="small t3">{session.address}</div>}
          </td>
          <td className="t2 clip">{session.organization.name}</td>
          <td className="small t2">
            <Ago at={session.signed_in_at} />
          </td>
          <td className="small t2">
            <Ago at={session.last_used_at} />
          </td>
          <td className={styles['actions']}>
            {session.is_current ? (
              <Tag>this one</Tag>
            ) : (
              <ConfirmButton
                text="End"
                what={`End the session of ${nameBrowser(session.user_agent)}`}
                run={() => end(session.id)}
              >
                Whoever uses it has to sign in again.
              </ConfirmButton>
            )}
          </td>
        </tr>
      ))}
    </SettingsTable>
  )
}
