import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { ServiceError } from '@signalbox/contracts'
import Sqlite from 'better-sqlite3'
import { migrations } from './migrations.js'

/** The control plane's SQLite database. Nothing else opens it. */
export type Database = Sqlite.Database

const busyTimeoutMs = 5_000

/**
 * Opens `control-plane.db` in the directory, which is made when missing, and brings its schema up to date.
 * @throws Error when the file is no database, cannot be written, or was made by a newer version.
 */
export function openDatabase(directory: string): Database {
  mkdirSync(directory, { recursive: true })
  const database = new Sqlite(join(directory, 'control-plane.db'), { timeout: busyTimeoutMs })
  try {
    database.pragma('journal_mode = WAL')
    // An answer of success means durable, here as everywhere.
    database.pragma('synchronous = FULL')
    database.pragma('foreign_keys = ON')
    migrate(database)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** The version in the file counts the migrations that were applied. */
function migrate(database: Database): void {
  database
    .transaction(() => {
      const applied = Number(database.pragma('user_version', { simple: true }))
      if (applied > migrations.length) {
        throw new Error(
          `control-plane.db has schema version ${applied}, this version knows ${migrations.length}: upgrade`,
        )
      }
      for (const { sql } of migrations.slice(applied)) database.exec(sql)
      database.pragma(`user_version = ${migrations.length}`)
    })
    .immediate()
}

/**
 * Runs work on the database in one transaction: all of it or nothing is kept.
 * @throws ServiceError `unavailable` when the database is locked, read-only, full or damaged.
 */
export function runInTransaction<T>(database: Database, work: () => T): T {
  try {
    return database.transaction(work).immediate()
  } catch (error) {
    throw toServiceError(error)
  }
}

/** Runs a read. Fails as `runInTransaction` does. */
export function runRead<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw toServiceError(error)
  }
}

function toServiceError(error: unknown): unknown {
  if (!(error instanceof Sqlite.SqliteError) || error.code.startsWith('SQLITE_CONSTRAINT')) return error
  return new ServiceError('unavailable', {
    detail: 'the control plane cannot use its database',
    retryAfterSeconds: 5,
    cause: error,
  })
}
