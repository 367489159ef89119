import { useDatabase, type ControlPlaneDatabase } from '../../database/database.js'

/** Times are Unix milliseconds. */
export interface ApiKeyRow {
  id: string
  organization_id: string
  name: string
  prefix: string
  secret_hash: string
  /** JSON array. */
  scopes: string
  query_limit_per_minute: number | null
  ingest_limit_per_minute: number | null
  created_at: number
  last_used_at: number | null
  revoked_at: number | null
  expires_at: number | null
}

export interface ApiKeyStore {
  /** Oldest first, including revoked ones. */
  list(organizationId: string): ApiKeyRow[]
  find(organizationId: string, id: string): ApiKeyRow | undefined
  /** Includes revoked keys. */
  findByHash(secretHash: string): ApiKeyRow | undefined
  /** Counts keys that are neither revoked nor expired. */
  countWorking(organizationId: string, now: number): number
  /** Deletes revoked and expired keys except the `kept` most recently created. */
  deleteEnded(organizationId: string, now: number, kept: number): void
  insert(row: ApiKeyRow): void
  /** Updates the mutable columns: name and limits. */
  update(row: ApiKeyRow): void
  /** No-op if the key is already revoked. */
  revoke(organizationId: string, id: string, revokedAt: number): void
  /** One transaction. Times never move backwards. */
  saveLastUses(lastUsedAtById: ReadonlyMap<string, number>): void
}

export function createApiKeyStore(database: ControlPlaneDatabase): ApiKeyStore {
  const list = database.prepare<[string], ApiKeyRow>(
    'SELECT * FROM api_keys WHERE organization_id = ? ORDER BY created_at, rowid',
  )
  const find = database.prepare<[string, string], ApiKeyRow>(
    'SELECT * FROM api_keys WHERE organization_id = ? AND id = ?',
  )
  const findByHash = database.prepare<[string], ApiKeyRow>('SELECT * FROM api_keys WHERE secret_hash = ?')
  const insert = database.prepare<[ApiKeyRow]>(
    `INSERT INTO api_keys (id, organization_id, name, prefix, secret_hash, scopes, query_limit_per_minute,
       ingest_limit_per_minute, created_at, last_used_at, revoked_at, expires_at)
     VALUES (@id, @organization_id, @name, @prefix, @secret_hash, @scopes, @query_limit_per_minute,
       @ingest_limit_per_minute, @created_at, @last_used_at, @revoked_at, @expires_at)`,
  )
  const update = database.prepare<[object]>(
    `UPDATE api_keys SET name = @name, query_limit_per_minute = @query_limit_per_minute,
       ingest_limit_per_minute = @ingest_limit_per_minute WHERE id = @id`,
  )
  const revoke = database.prepare<[number, string, string]>(
    'UPDATE api_keys SET revoked_at = ? WHERE organization_id = ? AND id = ? AND revoked_at IS NULL',
  )
  const hasEnded = '(revoked_at IS NOT NULL OR coalesce(expires_at <= @now, 0))'
  const countWorking = database
    .prepare<[object], number>(
      `SELECT count(*) FROM api_keys WHERE organization_id = @organizationId AND NOT ${hasEnded}`,
    )
    .pluck()
  const deleteEnded = database.prepare<[object]>(
    `DELETE FROM api_keys WHERE id IN (
       SELECT id FROM api_keys WHERE organization_id = @organizationId AND ${hasEnded}
       ORDER BY created_at DESC, rowid DESC LIMIT -1 OFFSET @kept
     )`,
  )
  const saveLastUse = database.prepare<[number, string]>(
    'UPDATE api_keys SET last_used_at = max(coalesce(last_used_at, 0), ?) WHERE id = ?',
  )
  const saveLastUses = database.transaction((lastUsedAtById: ReadonlyMap<string, number>) => {
    for (const [id, lastUsedAt] of lastUsedAtById) saveLastUse.run(lastUsedAt, id)
  })
  return {
    list: (organizationId) => useDatabase(() => list.all(organizationId)),
    find: (organizationId, id) => useDatabase(() => find.get(organizationId, id)),
    findByHash: (secretHash) => useDatabase(() => findByHash.get(secretHash)),
    countWorking: (organizationId, now) => useDatabase(() => countWorking.get({ organizationId, now }) ?? 0),
    deleteEnded: (organizationId, now, kept) => {
      useDatabase(() => deleteEnded.run({ organizationId, now, kept }))
    },
    insert: (row) => {
      useDatabase(() => insert.run(row))
    },
    update: ({ id, name, query_limit_per_minute, ingest_limit_per_minute }) => {
      useDatabase(() => update.run({ id, name, query_limit_per_minute, ingest_limit_per_minute }))
    },
    revoke: (organizationId, id, revokedAt) => {
      useDatabase(() => revoke.run(revokedAt, organizationId, id))
    },
    saveLastUses: (lastUsedAtById) => {
      useDatabase(() => {
        saveLastUses.immediate(lastUsedAtById)
      })
    },
  }
}
