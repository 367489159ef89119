import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { StoreClient } from './client.js'
import { toStoreError } from './store-errors.js'

/** A migration differs from what was applied, or is missing: the store and this version do not fit. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError'
}

export interface MigrateOptions {
  /** Directory of `NNNN_verb_object.sql` files; default: those of this repository. */
  directory?: string
  /** Called after each file that was applied. */
  onApplied?(name: string): void
}

interface Migration {
  name: string
  sql: string
  /** SHA-256, hex. */
  checksum: string
}

/** From `src` and from `dist` alike: both are two folders below the packages. */
const defaultDirectory = fileURLToPath(new URL('../../../clickhouse/migrations/', import.meta.url))
const fileName = /^\d{4}_[a-z0-9_]+\.sql$/

/**
 * Applies the migrations that the store has not seen, in the order of their names. Each is one idempotent statement, so
 * that two runners at once, or one that dies between a statement and its entry in the ledger, do no harm.
 * @returns Names of the files that this call applied.
 * @throws MigrationError when an applied file was edited, before anything is changed. @throws StoreError.
 */
export async function migrate(client: StoreClient, options: MigrateOptions = {}): Promise<string[]> {
  const migrations = await readMigrations(options.directory ?? defaultDirectory)
  const [ledger] = migrations
  if (!ledger) throw new MigrationError('There are no migrations')
  await run(client, ledger.sql)
  const applied = await readLedger(client)
  refuseEdited(migrations, applied)
  const missing = migrations.filter(({ name }) => !applied.has(name))
  for (const migration of missing) {
    await run(client, migration.sql)
    await run(client, 'INSERT INTO schema_migrations (name, checksum) SELECT {name:String}, {checksum:String}', {
      name: migration.name,
      checksum: migration.checksum,
    })
    options.onApplied?.(migration.name)
  }
  return missing.map(({ name }) => name)
}

async function readMigrations(directory: string): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => fileName.test(name)).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = (await readFile(join(directory, name), 'utf8')).replaceAll('\r\n', '\n')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

async function readLedger(client: StoreClient): Promise<Map<string, string>> {
  try {
    const query = 'SELECT name, checksum FROM schema_migrations'
    const result = await client.clickhouse.query({ query, format: 'JSONEachRow' })
    const rows = await result.json<{ name: string; checksum: string }>()
    return new Map(rows.map(({ name, checksum }) => [name, checksum]))
  } catch (error) {
    throw toStoreError(error)
  }
}

function refuseEdited(migrations: readonly Migration[], applied: ReadonlyMap<string, string>): void {
  const edited = migrations.filter(({ name, checksum }) => (applied.get(name) ?? checksum) !== checksum)
  if (edited.length > 0) {
    const names = edited.map(({ name }) => name).join(', ')
    throw new MigrationError(`Applied migrations were edited: ${names}. Write a new migration instead.`)
  }
}

async function run(client: StoreClient, query: string, parameters: Record<string, string> = {}): Promise<void> {
  try {
    await client.clickhouse.command({ query, query_params: parameters })
  } catch (error) {
    throw toStoreError(error)
  }
}
