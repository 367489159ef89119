import { join } from 'node:path'
import { Database } from '@signalbox/sqlite'
import { databaseFile } from './database.js'

/** What a database file holds. */
export interface DatabaseSummary {
  schemaVersion: number
  /** Rows of each table, by its name. */
  rowCounts: Record<string, number>
}

/** More than a database can have: all pages are copied in one go, within one read of the source. */
const allPages = 0x7fff_ffff

/**
 * Copies the database as it is at one moment, also while others write to it; they are not held up. The calling thread
 * does nothing else meanwhile.
 * @param target A new file; it needs no other files beside it.
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
 * Checks every page, index and reference of a database that nobody writes to, and counts what it holds.
 * @throws Error saying what is damaged.
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
