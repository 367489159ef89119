import type { StoreClient } from './client.js'
import { toClusterStatements, UnknownStatementError, type ClusterNames } from './cluster/cluster-statements.js'
import { readMigrations, type Migration } from './migrations.js'
import { toStoreError } from './store-errors.js'

/** An applied migration was edited or is missing: the store and this version are incompatible. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError'
}

export interface MigrateOptions {
  /** Directory of `NNNN_verb_object.sql` files. Default: the migrations of this repository. */
  directory?: string
  /** Called after each applied file. */
  onApplied?(name: string): void
}

/**
 * Applies pending migrations in name order. Each is one idempotent statement (several on a cluster), so concurrent
 * runners and crashes before the ledger entries, which are written at the end, do no harm.
 * @returns names of the files that this call applied.
 * @throws MigrationError if an applied file was edited, before anything is changed. @throws StoreError.
 */
export async function migrate(client: StoreClient, options: MigrateOptions = {}): Promise<string[]> {
  const migrations = await readMigrations(options.directory)
  const [ledger] = migrations
  if (!ledger) throw new MigrationError('There are no migrations')
  const toStatements = await createTranslator(client).catch(failAsStore)
  for (const statement of toStatements(ledger)) await run(client, statement)
  const applied = await readLedger(client)
  refuseEdited(migrations, applied)
  const missing = migrations.filter(({ name }) => !applied.has(name))
  const done: Migration[] = []
  try {
    for (const migration of missing) {
      for (const statement of toStatements(migration)) await run(client, statement)
      done.push(migration)
      options.onApplied?.(migration.name)
    }
  } catch (error) {
    // Without the ledger, they would run again, which does no harm; why one failed matters more.
    await addToLedger(client, done).catch(() => undefined)
    throw error
  }
  await addToLedger(client, done)
  return missing.map(({ name }) => name)
}

/** Returns a function that translates a migration for this store. */
async function createTranslator({ clickhouse, cluster }: StoreClient): Promise<(migration: Migration) => string[]> {
  if (cluster === undefined) return ({ sql }) => [sql]
  const result = await clickhouse.query({ query: 'SELECT currentDatabase() AS name', format: 'JSONEachRow' })
  const [database] = await result.json<{ name: string }>()
  if (database === undefined) throw new MigrationError('The server does not report its database')
  return (migration) => translate(migration, { cluster, database: database.name })
}

function translate({ name, sql }: Migration, names: ClusterNames): string[] {
  try {
    return toClusterStatements(sql, names)
  } catch (cause) {
    if (!(cause instanceof UnknownStatementError)) throw cause
    throw new MigrationError(`${name} cannot be applied to a cluster: ${cause.message}`, { cause })
  }
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

/** Once for all, because an insert takes longer than most migrations. */
async function addToLedger(client: StoreClient, migrations: readonly Migration[]): Promise<void> {
  if (migrations.length === 0) return
  const query = `INSERT INTO schema_migrations (name, checksum) SELECT migration.1, migration.2
    FROM (SELECT arrayJoin(arrayZip({names:Array(String)}, {checksums:Array(String)})) AS migration)`
  await run(client, query, {
    names: migrations.map(({ name }) => name),
    checksums: migrations.map(({ checksum }) => checksum),
  })
}

function refuseEdited(migrations: readonly Migration[], applied: ReadonlyMap<string, string>): void {
  const edited = migrations.filter(({ name, checksum }) => (applied.get(name) ?? checksum) !== checksum)
  if (edited.length > 0) {
    const names = edited.map(({ name }) => name).join(', ')
    throw new MigrationError(`Applied migrations were edited: ${names}. Write a new migration instead.`)
  }
}

async function run(client: StoreClient, query: string, parameters: Record<string, string[]> = {}): Promise<void> {
  try {
    await client.clickhouse.command({ query, query_params: parameters })
  } catch (error) {
    throw toStoreError(error)
  }
}

function failAsStore(error: unknown): never {
  throw error instanceof MigrationError ? error : toStoreError(error)
}
