import { closeSync, existsSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { ServiceError } from '@signalbox/contracts'
import { restrictToOwner, makePrivateDirectory } from '@signalbox/service-kit'
import { Database } from '@signalbox/sqlite'
import { migrate } from './migrate.js'
import { countedMigrations, migrations } from './migrations/index.js'

/** The control plane's SQLite database. */
export type ControlPlaneDatabase = Database

/** Groups several changes into one transaction. */
export interface Transactions {
  /** Runs work in one transaction; if it throws, everything is rolled back. */
  transact<T>(work: () => T): T
}

/** Name of the database file in the data directory. */
export const databaseFile = 'control-plane.db'

/** How long the process waits, blocking, for a lock of another one, such as a backup. */
const lockWaitMs = 1_000

/** Called with every statement and its values as it runs. */
export type StatementObserver = (sql: string) => void

/** The database cannot be opened; the message names the file and the reason. */
export class DatabaseUnusable extends Error {
  override readonly name = 'DatabaseUnusable'
}

/**
 * Opens `control-plane.db` in the data directory, creating both if missing, and applies pending migrations, all of them
 * or none.
 * @throws DatabaseUnusable if it is locked, read-only, damaged, or written by a newer version.
 */
export function openDatabase(dataDirectory: string, onStatement?: StatementObserver): ControlPlaneDatabase {
  const file = join(dataDirectory, databaseFile)
  let database: ControlPlaneDatabase | undefined
  try {
    makePrivateFile(dataDirectory, file)
    const verbose =
      onStatement &&
      ((sql: unknown) => {
        onStatement(String(sql))
      })
    database = new Database(file, { timeout: lockWaitMs, ...(verbose && { verbose }) })
    prepare(database)
    return database
  } catch (cause) {
    database?.close()
    const reason = cause instanceof Error ? cause.message : 'unknown reason'
    throw new DatabaseUnusable(`${file} cannot be used: ${reason}`, { cause })
  }
}

/** SQLite creates the journal and shared-memory files with the permissions of the database file. */
function makePrivateFile(dataDirectory: string, file: string): void {
  makePrivateDirectory(dataDirectory)
  restrictToOwner(dataDirectory)
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600))
}

function prepare(database: ControlPlaneDatabase): void {
  database.pragma('journal_mode = WAL')
  // Keys and projects reported as created must survive a power failure.
  database.pragma('synchronous = FULL')
  // Migrations may rebuild tables that others reference.
  database.pragma('foreign_keys = OFF')
  // Taking the write lock detects a read-only or locked file now instead of at the first request.
  database
    .transaction(() => {
      migrate(database, migrations, countedMigrations)
    })
    .immediate()
  database.pragma('foreign_keys = ON')
}

/**
 * Runs work on the database.
 * @throws ServiceError `unavailable` if the database is locked, full, read-only or failing.
 */
export function useDatabase<T>(work: () => T): T {
  try {
    return work()
  } catch (cause) {
    // A violated constraint is a bug in this code, not a state of the database.
    if (!(cause instanceof Database.SqliteError) || cause.code.startsWith('SQLITE_CONSTRAINT')) throw cause
    throw new ServiceError('unavailable', {
      detail: "The control plane's database is currently unavailable; nothing was changed",
      retryAfterSeconds: 5,
      cause,
    })
  }
}
