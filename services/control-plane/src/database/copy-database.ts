import { join } from 'node:path'
import { Database } from '@signalbox/sqlite'
import { databaseFile } from './database.js'

/** Content of a database file. */
export interface DatabaseSummary {
  schemaVersion: number
  /** Number of rows by table name. */
  rowCounts: Record<string, number>
}

/** Above any page count: all pages are copied in one step, within one read transaction of the source. */
const allPages = 0x7fff_ffff

/**
 * Copies a consistent snapshot of the database. Concurrent writers are not blocked, but the calling thread is.
 * @param target A new file; complete without any other files.
 * @throws SqliteError
 */
export async function copyDatabase(dataDirectory: string, target: string): Promise<void> {
  const source = new Database(join(dataDirectory, databaseFile), { readonly: true, fileMustExist: true })
  try {
    await source.backup(target, { progress: () => allPages })
  } finally {
    source.close()
  }
  const copy = new Database(target)
  try {
    copy.pragma('journal_mode = DELETE')
  } finally {
    copy.close()
  }
}

/**
 * Checks every page, index and foreign key of a database without writers, and counts its rows.
 * @throws Error that describes the damage.
 */
export function inspectDatabase(file: string): DatabaseSummary {
  const database = new Database(file, { readonly: true, fileMustExist: true })
  try {
    const found = String(database.pragma('integrity_check(1)', { simple: true }))
    if (found !== 'ok') throw new Error(`the database is damaged: ${found}`)
    const broken = database.prepare('PRAGMA foreign_key_check').get()
    if (broken !== undefined) throw new Error(`the database is damaged: ${JSON.stringify(broken)}`)
    return { schemaVersion: Number(database.pragma('user_version', { simple: true })), rowCounts: countRows(database) }
  } finally {
    database.close()
  }
}

function countRows(database: Database): Record<string, number> {
  const tables = database
    .prepare<[], string>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
    )
    .pluck()
    .all()
  const count = (table: string) => database.prepare<[], number>(`SELECT count(*) FROM "${table}"`).pluck().get() ?? 0
  return Object.fromEntries(tables.map((table) => [table, count(table)]))
}
