import type { ApiKey } from '@signalbox/contracts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/api.js'
import { usePermission } from '../../api/permission.js'
import { apiQuery } from '../../api/queries.js'
import { ConfirmButton } from '../../parts/form/confirm-button.js'
import { countOf } from '../../parts/numbers/format-number.js'
import { Answered } from '../../parts/states/answered.js'
import { Empty } from '../../parts/states/empty.js'
import { Ago } from '../../parts/time/ago.js'
import { NewKey } from './new-key.js'
import { Card, SettingsPage } from './settings-page.js'
import { SettingsTable, type Column } from './settings-table.js'

/** API keys: scopes, last use, and revocation. */
export function KeysPage() {
  const query = useQuery(apiQuery('listApiKeys', {}))
  return (
    <SettingsPage title="API keys">
      <Card title="API keys" note="For CI, the command line and other programs.">
        <Answered query={query}>
          {({ api_keys: keys }) => {
            const inUse = keys.filter(({ revoked_at: revokedAt }) => revokedAt === null)
            return inUse.length === 0 ? <Empty title="No API keys yet." /> : <KeyTable keys={inUse} />
          }}
        </Answered>
      </Card>
      <NewKey />
    </SettingsPage>
  )
}

const columns: readonly Column<ApiKey>[] = [
  { name: 'Name', cell: (key) => <KeyName apiKey={key} /> },
  { name: 'Scopes', cell: ({ scopes }) => <Scopes names={scopes} /> },
  { name: 'Last used', kind: 'short', cell: ({ last_used_at: at }) => (at === null ? 'never' : <Ago at={at} />) },
  { name: 'Expires', kind: 'short', cell: ({ expires_at: at }) => (at === null ? 'never' : <Ago at={at} />) },
]

function KeyName({ apiKey: { name, prefix } }: { apiKey: ApiKey }) {
  return (
    <>
      <span className="strong">{name}</span>
      <div className="small t3">
        <code>{prefix}…</code>
      </div>
    </>
  )
}

const scopesShown = 3

/** A few scopes in full; many behind their number. */
function Scopes({ names }: { names: readonly string[] }) {
  if (names.length <= scopesShown) return <div className="small t2">{names.join(', ')}</div>
  return (
    <details className="small t2">
      <summary>{countOf(names.length, 'scope')}</summary>
      {names.join(', ')}
    </details>
  )
}

function KeyTable({ keys }: { keys: readonly ApiKey[] }) {
  const cache = useQueryClient()
  const permission = usePermission('keys:write')
  const revoke = async (keyId: string) => {
    await api.call('revokeApiKey', { params: { key_id: keyId } })
    await cache.invalidateQueries({ queryKey: ['listApiKeys'] })
  }
  return (
    <SettingsTable
      caption="API keys, oldest first"
      columns={columns}
      rows={keys}
      keyOf={({ id }) => id}
      actions={({ id, name }) => (
        <ConfirmButton text="Revoke" what={`Revoke the key “${name}”`} permission={permission} run={() => revoke(id)}>
          Programs that use this key lose access immediately. This can’t be undone.
        </ConfirmButton>
      )}
    />
  )
}
