import { runInTransaction, runRead, type Database } from './database.js'

export interface ApiKeyRow {
  id: string
  organization_id: string
  name: string
  prefix: string
  secret_hash: Buffer
  /** JSON array of scopes. */
  scopes: string
  query_limit_per_minute: number | null
  ingest_limit_per_minute: number | null
  created_at: number
  last_used_at: number | null
  revoked_at: number | null
}

const columns = [
  'id',
  'organization_id',
  'name',
  'prefix',
  'secret_hash',
  'scopes',
  'query_limit_per_minute',
  'ingest_limit_per_minute',
  'created_at',
  'last_used_at',
  'revoked_at',
] as const satisfies readonly (keyof ApiKeyRow)[]

export function createApiKeyStore(database: Database) {
  const insert = database.prepare(
    `INSERT INTO api_keys (${columns.join(', ')}) VALUES (${columns.map((column) => `@${column}`).join(', ')})`,
  )
  const selectByHash = database.prepare<[Buffer], ApiKeyRow>('SELECT * FROM api_keys WHERE secret_hash = ?')
  const selectOfOrganization = database.prepare<[string], ApiKeyRow>(
    'SELECT * FROM api_keys WHERE organization_id = ? ORDER BY created_at, id',
  )
  const selectOne = database.prepare<[string, string], ApiKeyRow>(
    'SELECT * FROM api_keys WHERE organization_id = ? AND id = ?',
  )
  const revoke = database.prepare('UPDATE api_keys SET revoked_at = coalesce(revoked_at, ?) WHERE id = ?')
  const touch = database.prepare('UPDATE api_keys SET last_used_at = max(coalesce(last_used_at, 0), ?) WHERE id = ?')

  const find = (organizationId: string, id: string) => runRead(() => selectOne.get(organizationId, id))
  return {
    insert: (row: ApiKeyRow): void => {
      runInTransaction(database, () => insert.run(row))
    },
    /** @returns undefined when no key, not even a revoked one, has this hash. */
    findByHash: (hash: Buffer): ApiKeyRow | undefined => runRead(() => selectByHash.get(hash)),
    /** Oldest first, revoked ones included. */
    list: (organizationId: string): ApiKeyRow[] => runRead(() => selectOfOrganization.all(organizationId)),
    /** @returns the key as it is afterwards, undefined when the organization has no such key. */
    revoke: (organizationId: string, id: string, nowMs: number): ApiKeyRow | undefined =>
      runInTransaction(database, () => {
        if (find(organizationId, id) === undefined) return undefined
        revoke.run(nowMs, id)
        return find(organizationId, id)
      }),
    /** Notes when keys were last used: key id to Unix milliseconds. */
    touch: (usedAt: ReadonlyMap<string, number>): void => {
      runInTransaction(database, () => {
        for (const [id, ms] of usedAt) touch.run(ms, id)
      })
    },
  }
}
export type ApiKeyStore = ReturnType<typeof createApiKeyStore>
