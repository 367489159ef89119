import type { ControlPlaneDatabase } from '../database/database.js'
import { keyIdOf, type Sealer } from './sealer.js'
import type { SecretKeys } from './secret-keys.js'

/** All columns that hold secrets; their tables have an `id`. Anything not in this list is stored in plain text. */
export const sealedColumns = [
  { table: 'notification_channels', column: 'settings' },
  { table: 'totp_authenticators', column: 'secret' },
] as const

interface SecretRow {
  id: string
  secret: string
}

/** Ids of the keys that anything in the database is encrypted with. */
export function listKeyIds(database: ControlPlaneDatabase): Set<string> {
  const ids = listSecrets(database).flatMap(({ secret }) => keyIdOf(secret) ?? [])
  return new Set(ids)
}

/**
 * Encrypts secrets that earlier versions stored in plain text, and leaves no trace of the plain text in the files.
 * @returns the number of secrets.
 */
export function sealPlainSecrets(database: ControlPlaneDatabase, sealer: Sealer): number {
  const plain = listSecrets(database).filter(({ secret }) => keyIdOf(secret) === undefined)
  if (plain.length === 0) return 0
  rewrite(database, plain, ({ secret, ...place }) => sealer.seal(secret, place))
  return plain.length
}

/** Encrypts all secrets with the current first key, including plain-text ones. @returns the number of secrets. */
export function resealSecrets(database: ControlPlaneDatabase, sealer: Sealer): number {
  const all = listSecrets(database)
  rewrite(database, all, ({ secret, ...place }) => {
    const plain = keyIdOf(secret) === undefined ? secret : sealer.open(secret, place)
    return sealer.seal(plain, place)
  })
  return all.length
}

/** Deletes rows whose secrets can no longer be decrypted. @returns the number of rows. */
export function deleteLostSecrets(database: ControlPlaneDatabase, keys: SecretKeys): number {
  const lost = listSecrets(database).filter(({ secret }) => {
    const id = keyIdOf(secret)
    return id !== undefined && !keys.some((key) => key.id === id)
  })
  for (const { table, id } of lost) database.prepare(`DELETE FROM ${table} WHERE id = ?`).run(id)
  return lost.length
}

type PlacedSecret = ReturnType<typeof listSecrets>[number]

function listSecrets(database: ControlPlaneDatabase) {
  return sealedColumns.flatMap(({ table, column }) =>
    database
      .prepare<[], SecretRow>(`SELECT id, ${column} AS secret FROM ${table}`)
      .all()
      .map((row) => ({ table, column, ...row })),
  )
}

/** Overwrites the previous content: otherwise free pages would keep it until they are reused. */
function rewrite(
  database: ControlPlaneDatabase,
  secrets: readonly PlacedSecret[],
  change: (secret: PlacedSecret) => string,
): void {
  database.pragma('secure_delete = ON')
  database
    .transaction(() => {
      for (const secret of secrets) {
        const { table, column, id } = secret
        database.prepare(`UPDATE ${table} SET ${column} = ? WHERE id = ?`).run(change(secret), id)
      }
    })
    .immediate()
  database.exec('VACUUM')
  database.pragma('wal_checkpoint(TRUNCATE)')
}
