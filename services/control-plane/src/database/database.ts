import { closeSync, existsSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { ServiceError } from '@signalbox/contracts'
import { keepPrivate, makePrivateDirectory } from '@signalbox/service-kit'
import { Database } from '@signalbox/sqlite'
import { migrate } from './migrate.js'
import { countedMigrations, migrations } from './migrations/index.js'

/** The control plane's SQLite database. */
export type ControlPlaneDatabase = Database

/** Makes several changes one. */
export interface Transactions {
  /** Runs work as one transaction: all of it is kept, or nothing when it throws. */
  transact<T>(work: () => T): T
}

/** Name of the database in the data directory. */
export const databaseFile = 'control-plane.db'

/** The process waits this long for a lock that another one holds, such as a backup. It does nothing else meanwhile. */
const lockWaitMs = 1_000

/** Told of every statement with its values, as it runs. */
export type StatementObserver = (sql: string) => void

/** The database cannot be opened; the message says which file and why. */
export class DatabaseUnusable extends Error {
  override readonly name = 'DatabaseUnusable'
}

/**
 * Opens `control-plane.db` in the data directory, both made when missing, and applies what migrations are new, each
 * whole or not at all.
 * @throws DatabaseUnusable when it is locked, read-only, damaged, or written by a newer version.
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

/** The journal and the shared memory beside a database are made with its own permissions. */
function makePrivateFile(dataDirectory: string, file: string): void {
  makePrivateDirectory(dataDirectory)
  keepPrivate(dataDirectory)
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600))
}

function prepare(database: ControlPlaneDatabase): void {
  database.pragma('journal_mode = WAL')
  // A key or project that was answered as created must survive a power cut.
  database.pragma('synchronous = FULL')
  // Migrations may rebuild tables that others refer to.
  database.pragma('foreign_keys = OFF')
  // Taking the write lock finds a read-only or locked file now, not at the first request.
  database
    .transaction(() => {
      migrate(database, migrations, countedMigrations)
    })
    .immediate()
  database.pragma('foreign_keys = ON')
}

/**
 * Runs work on the database.
 * @throws ServiceError `unavailable` when the database is locked, full, read-only or failing.
 */
export function useDatabase<T>(work: () => T): T {
  try {
    return work()
  } catch (cause) {
    // A broken constraint is a mistake of ours, not a state of the database.
    if (!(cause instanceof Database.SqliteError) || cause.code.startsWith('SQLITE_CONSTRAINT')) throw cause
    throw new ServiceError('unavailable', {
      detail: "The control plane's database is currently unavailable; nothing was changed",
      retryAfterSeconds: 5,
      cause,
    })
  }
}
