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
 * Replaces a database that no process has open with a complete, closed one. At any moment, even after a crash, exactly
 * one of them is in place and intact.
 * @param incoming On the same disk; moved away by this call.
 * @param retiredFile Where to move the replaced database.
 * @returns whether there was a database to replace.
 * @throws DatabaseInUse
 */
export function replaceDatabase(dataDirectory: string, incoming: string, retiredFile: string): boolean {
  const file = join(dataDirectory, databaseFile)
  const replaces = existsSync(file)
  const lock = replaces ? takeOver(file) : undefined
  try {
    if (replaces) {
      if (lock === undefined) moveJournal(file, retiredFile)
      linkSync(file, retiredFile)
    }
    renameSync(incoming, file)
    syncDirectory(dataDirectory)
  } finally {
    lock?.close()
  }
  return replaces
}

/**
 * Moves the journal's content into the database, so that it is a single file, and locks it.
 * @returns undefined if it is too damaged to open; then no process can have it open.
 * @throws DatabaseInUse
 */
function takeOver(file: string): Database | undefined {
  const database = new Database(file, { timeout: 0 })
  try {
    // Changing the journal mode requires exclusive access.
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

/** SQLite would replay the old database's journal into the new one. */
function moveJournal(file: string, retiredFile: string): void {
  for (const ending of ['-wal', '-shm', '-journal']) {
    if (existsSync(file + ending)) renameSync(file + ending, retiredFile + ending)
  }
}

/** A rename is durable only once its directory is synced. */
export function syncDirectory(directory: string): void {
  const handle = openSync(directory, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
