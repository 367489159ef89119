import type { ControlPlaneDatabase } from '../database/database.js'
import { keyIdOf, type Sealer } from './sealer.js'
import type { SecretKeys } from './secret-keys.js'

/** Every column that holds secrets; tables have an `id`. What is not in this list is in the clear on the disk. */
export const sealedColumns = [
  { table: 'notification_channels', column: 'settings' },
  { table: 'totp_authenticators', column: 'secret' },
] as const

interface SecretRow {
  id: string
  secret: string
}

/** The keys that what is in the database was sealed with. */
export function listKeyIds(database: ControlPlaneDatabase): Set<string> {
  const ids = listSecrets(database).flatMap(({ secret }) => keyIdOf(secret) ?? [])
  return new Set(ids)
}

/**
 * Seals what is in the clear since a version that did not seal, and leaves no trace of it in the files.
 * @returns how many secrets there were.
 */
export function sealPlainSecrets(database: ControlPlaneDatabase, sealer: Sealer): number {
  const plain = listSecrets(database).filter(({ secret }) => keyIdOf(secret) === undefined)
  if (plain.length === 0) return 0
  rewrite(database, plain, ({ secret, ...place }) => sealer.seal(secret, place))
  return plain.length
}

/** Seals all secrets with the key that is first now, also those in the clear. @returns how many there are. */
export function resealSecrets(database: ControlPlaneDatabase, sealer: Sealer): number {
  const all = listSecrets(database)
  rewrite(database, all, ({ secret, ...place }) => {
    const plain = keyIdOf(secret) === undefined ? secret : sealer.open(secret, place)
    return sealer.seal(plain, place)
  })
  return all.length
}

/** Deletes the rows whose secrets nobody can open any more. @returns how many there were. */
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

/** What was there before is overwritten: pages that are free would keep it until they are used again. */
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
