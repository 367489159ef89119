import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/api.js'
import type { RouteResponse } from '../../api/contract-types.js'
import { apiQuery } from '../../api/queries.js'
import { ConfirmButton } from '../../parts/form/confirm-button.js'
import { Answered } from '../../parts/states/answered.js'
import { Tag } from '../../parts/status/status.js'
import { Ago } from '../../parts/time/ago.js'
import { nameBrowser } from './name-browser.js'
import { Card } from './settings-page.js'
import { SettingsTable, type Column } from './settings-table.js'

type OwnSession = RouteResponse<'listSessions'>['sessions'][number]

/** Where the person is signed in, with the option to end sessions. */
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
    <Card title="Active sessions" note="Across all your organizations.">
      <Answered query={query}>
        {({ sessions }) => (
          <>
            <SessionTable sessions={sessions} end={end} />
            {sessions.length > 1 && (
              <footer>
                <ConfirmButton text="Sign out everywhere else" what="Sign out everywhere else" run={endOthers}>
                  Your other browsers will have to sign in again.
                </ConfirmButton>
              </footer>
            )}
          </>
        )}
      </Answered>
    </Card>
  )
}

const columns: readonly Column<OwnSession>[] = [
  { name: 'Browser', cell: (session) => <SignedInBrowser session={session} /> },
  { name: 'Organization', cell: ({ organization }) => <span className="t2">{organization.name}</span> },
  { name: 'Signed in', kind: 'short', cell: ({ signed_in_at: at }) => <Ago at={at} /> },
  { name: 'Last used', kind: 'short', cell: ({ last_used_at: at }) => <Ago at={at} /> },
]

function SignedInBrowser({ session: { user_agent: agent, address } }: { session: OwnSession }) {
  return (
    <>
      <span title={agent}>{nameBrowser(agent)}</span>
      {address !== '' && <div className="small t3">{address}</div>}
    </>
  )
}

function SessionTable({ sessions, end }: { sessions: readonly OwnSession[]; end(id: string): Promise<void> }) {
  return (
    <SettingsTable
      caption="Your sessions, last used first"
      columns={columns}
      rows={sessions}
      keyOf={({ id }) => id}
      actions={({ id, is_current: isCurrent, user_agent: agent }) =>
        isCurrent ? (
          <Tag>this browser</Tag>
        ) : (
          <ConfirmButton text="Sign out" what={`Sign out ${nameBrowser(agent)}`} run={() => end(id)}>
            That browser will have to sign in again.
          </ConfirmButton>
        )
      }
    />
  )
}
