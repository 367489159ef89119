import type { ApiKey } from '@signalbox/contracts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/api.js'
import { usePermission } from '../../api/permission.js'
import { apiQuery } from '../../api/queries.js'
import { ConfirmButton } from '../../parts/form/confirm-button.js'
import { Answered } from '../../parts/states/answered.js'
import { Empty } from '../../parts/states/empty.js'
import { Ago } from '../../parts/time/ago.js'
import { NewKey } from './new-key.js'
import { Card, SettingsPage } from './settings-page.js'
import { SettingsTable } from './settings-table.js'
import styles from './settings.module.css'

/** Keys for programs: what they may, when they were used, and how to take them away. */
export function KeysPage() {
  const query = useQuery(apiQuery('listApiKeys', {}))
  return (
    <SettingsPage title="API keys">
      <Card title="API keys" note="For programs: CI, the command line, source maps.">
        <Answered query={query}>
          {({ api_keys: keys }) => {
            const inUse = keys.filter(({ revoked_at: revokedAt }) => revokedAt === null)
            return inUse.length === 0 ? <Empty title="There is no key." /> : <KeyTable keys={inUse} />
          }}
        </Answered>
      </Card>
      <NewKey />
    </SettingsPage>
  )
}

const columns = [
  { name: 'Name' },
  { name: 'May' },
  { name: 'Used', kind: 'short' },
  { name: 'Ends', kind: 'short' },
] as const

function KeyTable({ keys }: { keys: readonly ApiKey[] }) {
  const cache = useQueryClient()
  const permission = usePermission('keys:write')
  const revoke = async (keyId: string) => {
    await api.call('revokeApiKey', { params: { key_id: keyId } })
    await cache.invalidateQueries({ queryKey: ['listApiKeys'] })
  }
  return (
    <SettingsTable caption="API keys, oldest first" columns={columns}>
      {keys.map((key) => (
        <tr key={key.id}>
          <td>
            <span className="strong">{key.name}</span>
            <div className="small t3">
              <code>{key.prefix}…</code>
            </div>
          </td>
          <td className="small t2" title={key.scopes.join(', ')}>
            <div className="clip">{key.scopes.join(', ')}</div>
          </td>
          <td className="small t2">{key.last_used_at === null ? 'never' : <Ago at={key.last_used_at} />}</td>
          <td className="small t2">{key.expires_at === null ? 'never' : <Ago at={key.expires_at} />}</td>
          <td className={styles['actions']}>
            <ConfirmButton
              text="Revoke"
              what={`Revoke the key “${key.name}”`}
              permission={permission}
              run={() => revoke(key.id)}
            >
              Whatever uses it is refused from now on. It cannot be brought back.
            </ConfirmButton>
          </td>
        </tr>
      ))}
    </SettingsTable>
  )
}
