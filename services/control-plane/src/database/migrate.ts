import { createHash } from 'node:crypto'
import type { Database } from '@signalbox/sqlite'

/** A schema migration. */
export interface Migration {
  /** Number and name of its file; migrations are applied in name order. */
  name: string
  sql: string
}

interface LedgerRow {
  name: string
  checksum: string
}

const createLedger = `CREATE TABLE IF NOT EXISTS schema_migrations (
  name TEXT PRIMARY KEY,
  -- SHA-256 of its SQL, hex.
  checksum TEXT NOT NULL
) STRICT`

/**
 * Applies pending migrations, all of them or none. Foreign keys must be off, so that rebuilding a table does not delete
 * the rows that reference it; they are checked before the commit. Call in a transaction.
 * @param counted Migrations that predate the ledger, in the order in which they were counted.
 * @throws Error for a database of a newer version, and for a migration that was edited after it was applied.
 */
export function migrate(database: Database, migrations: readonly Migration[], counted: readonly Migration[]): void {
  const count = Number(database.pragma('user_version', { simple: true }))
  if (count > migrations.length) {
    throw new Error(`it was written by a newer version (schema ${count}, this version supports ${migrations.length})`)
  }
  const applied = readLedger(database, counted.slice(0, count))
  refuseForeignLedger(applied, migrations)
  const missing = migrations.filter(({ name }) => !applied.has(name))
  for (const { sql } of missing) database.exec(sql)
  note(database, missing)
  if (missing.length > 0) refuseBrokenReferences(database)
  // Written even if unchanged: a pragma that changes nothing would not detect a read-only file.
  database.pragma(`user_version = ${migrations.length}`)
}

/** @param counted Migrations applied before there was a ledger. */
function readLedger(database: Database, counted: readonly Migration[]): Map<string, string> {
  database.exec(createLedger)
  const rows = database.prepare<[], LedgerRow>('SELECT name, checksum FROM schema_migrations').all()
  if (rows.length > 0) return new Map(rows.map(({ name, checksum }) => [name, checksum]))
  note(database, counted)
  return new Map(counted.map((migration) => [migration.name, checksumOf(migration)]))
}

function refuseForeignLedger(applied: ReadonlyMap<string, string>, migrations: readonly Migration[]): void {
  const own = new Map(migrations.map((migration) => [migration.name, checksumOf(migration)]))
  for (const [name, checksum] of applied) {
    const expected = own.get(name)
    if (expected === undefined)
      throw new Error(`it was written by a newer version: this version has no migration ${name}`)
    if (expected !== checksum) throw new Error(`migration ${name} was edited after it was applied`)
  }
}

function note(database: Database, migrations: readonly Migration[]): void {
  const insert = database.prepare<[LedgerRow]>('INSERT INTO schema_migrations VALUES (@name, @checksum)')
  for (const migration of migrations) insert.run({ name: migration.name, checksum: checksumOf(migration) })
}

function checksumOf({ sql }: Migration): string {
  return createHash('sha256').update(sql).digest('hex')
}

function refuseBrokenReferences(database: Database): void {
  const [broken]: unknown[] = database.prepare('PRAGMA foreign_key_check').all()
  if (broken !== undefined) throw new Error(`a migration broke a foreign key: ${JSON.stringify(broken)}`)
}
