import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { Database } from '@signalbox/sqlite'
import { databaseFile } from './database.js'

/** Another process has the database open. */
export class DatabaseInUse extends Error {
  override readonly name = 'DatabaseInUse'
}

/** @throws DatabaseInUse */
export function refuseDatabaseInUse(dataDirectory: string): void {
  const file = join(dataDirectory, databaseFile)
  if (existsSync(file)) takeOver(file)?.close()
}

/**
 * Puts a whole, closed database in the place of the one in use by nobody. At any moment, also after a crash, either of
 * the two stands there whole.
 * @param incoming On the same disk; it is gone afterwards.
 * @param keepAs Where the replaced database stays.
 * @returns whether there was one to replace.
 * @throws DatabaseInUse
 */
export function replaceDatabase(dataDirectory: string, incoming: string, keepAs: string): boolean {
  const file = join(dataDirectory, databaseFile)
  const replaces = existsSync(file)
  const lock = replaces ? takeOver(file) : undefined
  try {
    if (replaces) {
      if (lock === undefined) setJournalAside(file, keepAs)
      linkSync(file, keepAs)
    }
    renameSync(incoming, file)
    syncDirectory(dataDirectory)
  } finally {
    lock?.close()
  }
  return replaces
}

/**
 * Moves what the journal holds into the database, so that it is one file, and locks it.
 * @returns undefined when it is too damaged to be opened: then nobody can have it open.
 * @throws DatabaseInUse
 */
function takeOver(file: string): Database | undefined {
  const database = new Database(file, { timeout: 0 })
  try {
    // Only who is alone with a database may change its journal.
    database.pragma('journal_mode = DELETE')
    database.exec('BEGIN EXCLUSIVE')
    return database
  } catch (cause) {
    database.close()
    if (!(cause instanceof Database.SqliteError)) throw cause
    if (!/^SQLITE_(NOTADB|CORRUPT)/.test(cause.code)) {
      throw new DatabaseInUse(`${file} is in use: stop Signalbox first`, { cause })
    }
    return undefined
  }
}

/** A journal of another database would be replayed into the one that takes its place. */
function setJournalAside(file: string, keepAs: string): void {
  for (const ending of ['-wal', '-shm', '-journal']) {
    if (existsSync(file + ending)) renameSync(file + ending, keepAs + ending)
  }
}

/** A rename is durable only once its directory is. */
export function syncDirectory(directory: string): void {
  const handle = openSync(directory, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
